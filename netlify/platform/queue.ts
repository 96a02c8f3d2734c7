import * as z from 'zod/mini';
import { DAY_IN_SECONDS } from './clock.ts';
import { callRedis, redisKey, runScript } from './redis.ts';

/** A job to do once, after an answer, as in "receipt:cs_live_a1b2". */
export type Job = `${string}:${string}`;

/** Announcements have a set of their own, so that thousands of them never delay a receipt. */
export type QueueName = 'jobs' | 'bulk';

/** Longer than a try takes, with the answers of Stripe, the mail service and Redis. */
const LEASE_IN_SECONDS = 60;
const LONGEST_WAIT_IN_SECONDS = DAY_IN_SECONDS;

/** A sorted set of jobs by when they are due, in Unix seconds. */
export const queueKey = (name: QueueName): string => redisKey(name);

const queueOf = (job: Job): string => queueKey(job.startsWith('edition:') ? 'bulk' : 'jobs');

/** A hash: `first` (when the first try began whose fate is not known), `lease`, `failures`, and a sealed `value`. */
export const jobKey = (job: Job): string => redisKey('job', job);

const ENQUEUE = `
if redis.call('ZADD', KEYS[1], 'NX', ARGV[2], ARGV[1]) == 1 and ARGV[3] ~= '' then
  redis.call('HSET', KEYS[2], 'value', ARGV[3])
end
return 1
`;

/** Enqueues a job, unless it is there already. `value` must be sealed: Redis keeps it until the job ends. */
export const enqueue = async (job: Job, dueAt: number, value = ''): Promise<void> => {
  await runScript(ENQUEUE, [queueOf(job), jobKey(job)], [job, dueAt, value]);
};

/** Whether a job has not ended yet. */
export const isQueued = async (job: Job): Promise<boolean> =>
  (await callRedis<string | null>((pipeline) => pipeline.zscore(queueOf(job), job))) !== null;

const HURRY = `
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end
if tonumber(redis.call('HGET', KEYS[2], 'lease') or 0) <= tonumber(ARGV[2]) then
  redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
end
return 1
`;

/** Makes a job due now that waits for its next try, unless it is claimed. false if it has ended, or was never enqueued. */
export const makeDueNow = async (job: Job, at: number): Promise<boolean> =>
  (await runScript(HURRY, [queueOf(job), jobKey(job)], [job, at])) === 1;

/** The jobs that are due, the longest due first. */
export const findDueJobs = (name: QueueName, at: number, most: number): Promise<Job[]> =>
  callRedis((pipeline) =>
    pipeline.zrange(queueKey(name), '-inf', at, { byScore: true, offset: 0, count: most }),
  );

const CLAIM = `
local due = redis.call('ZSCORE', KEYS[1], ARGV[1])
if not due or tonumber(due) > tonumber(ARGV[2]) then return {} end
redis.call('ZADD', KEYS[1], ARGV[2] + ARGV[3], ARGV[1])
redis.call('HSETNX', KEYS[2], 'first', ARGV[2])
redis.call('HSET', KEYS[2], 'lease', ARGV[2] + ARGV[3])
return {redis.call('HGET', KEYS[2], 'first'), redis.call('HGET', KEYS[2], 'value') or ''}
`;

export type JobClaim = {
  readonly job: Job;
  /** Unix time in seconds. */
  readonly at: number;
  /** When the first try began whose fate is not known; `at` for a first try. */
  readonly firstTryAt: number;
  /** Sealed; empty if the job needs nothing beside its id. */
  readonly value: string;
};

/**
 * Claims a job for a minute. null: it is not due, it has ended, or another function has claimed it. After a minute
 * another function may claim it again, so what a job does must be idempotent.
 */
export const claimJob = async (job: Job, at: number): Promise<JobClaim | null> => {
  const answer = await runScript(CLAIM, [queueOf(job), jobKey(job)], [job, at, LEASE_IN_SECONDS]);
  const [first, value = ''] = z.array(z.string()).parse(answer);
  return first === undefined ? null : { job, at, firstTryAt: Number(first), value };
};

/** A field of a hash, written once in the step that ends a job. */
export type HashField = { readonly key: string; readonly field: string; readonly value: string };

const END = `
redis.call('ZREM', KEYS[1], ARGV[1])
redis.call('DEL', KEYS[2])
if KEYS[3] then redis.call('HSETNX', KEYS[3], ARGV[2], ARGV[3]) end
return 1
`;

/** Ends a job, and writes its outcome in the same step. */
export const completeJob = async (job: Job, outcome?: HashField): Promise<void> => {
  const keys = [queueOf(job), jobKey(job), ...(outcome ? [outcome.key] : [])];
  await runScript(END, keys, [job, ...(outcome ? [outcome.field, outcome.value] : [])]);
};

const RETRY = `
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 0 end
redis.call('HDEL', KEYS[2], 'lease')
local failures = redis.call('HINCRBY', KEYS[2], 'failures', 1)
local wait = math.max(tonumber(ARGV[5]), math.min(60 * 2 ^ (failures - 1), tonumber(ARGV[4])))
redis.call('ZADD', KEYS[1], ARGV[2] + wait, ARGV[1])
if ARGV[3] == 'nothing done' then redis.call('HDEL', KEYS[2], 'first') end
return 1
`;

/**
 * Tries a job again later. Each failure doubles the wait, up to a day; `waitInSeconds` is the shortest. A first try that
 * certainly did nothing is forgotten.
 */
export const retryLater = async (
  { job, at, firstTryAt }: JobClaim,
  {
    mayHaveSucceeded,
    waitInSeconds = 0,
  }: { mayHaveSucceeded: boolean; waitInSeconds?: number | undefined },
): Promise<void> => {
  const did = mayHaveSucceeded || firstTryAt !== at ? 'unknown' : 'nothing done';
  const args = [job, at, did, LONGEST_WAIT_IN_SECONDS, waitInSeconds];
  await runScript(RETRY, [queueOf(job), jobKey(job)], args);
};
