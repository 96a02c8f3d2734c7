import * as z from 'zod/mini';
import { DAY_IN_SECONDS } from './clock.ts';
import { callRedis, redisKey, runScript, scanKeys } from './redis.ts';

/** Stored in Redis. After a rename, `run-job.ts` must still run jobs with the earlier name. */
export type JobKind =
  | 'fulfill'
  | 'receipt'
  /** A receipt that the owner sends again. */
  | 'copy'
  /** The links to a buyer's orders, requested through /api/find-purchase. */
  | 'found'
  | 'withdrawal'
  /** To a buyer who was waiting for a file that has now been uploaded. */
  | 'ready'
  /** An alert to the owner. */
  | 'alert'
  /** An announcement of an edition, to one buyer. */
  | 'edition';

/** A kind and an id, as in "receipt:cs_live_a1b2". */
export type Job = `${JobKind}:${string}`;

/** Announcements have a separate queue, so that thousands of them never delay a receipt. */
export type QueueName = 'jobs' | 'bulk';

/** Longer than any attempt takes. */
const LEASE_IN_SECONDS = 60;
const LONGEST_WAIT_IN_SECONDS = DAY_IN_SECONDS;

/** A sorted set of jobs. The score is the Unix time in seconds when a job is due. */
export const queueKey = (name: QueueName): string => redisKey(name);

const queueKeyOf = (job: Job): string => queueKey(job.startsWith('edition:') ? 'bulk' : 'jobs');

/**
 * A hash: `first` (see `JobClaim.firstTryAt`), `lease` (the Unix time in seconds when the claim
 * expires), `failures`, `refused` (see `JobClaim.refusedSince`) and `value` (sealed).
 */
export const jobKey = (job: Job): string => redisKey('job', job);

const ENQUEUE = `
local queue, job_key = KEYS[1], KEYS[2]
local job, due_at, value = ARGV[1], ARGV[2], ARGV[3]
local is_new = redis.call('ZADD', queue, 'NX', due_at, job) == 1
if is_new and value ~= '' then
  redis.call('HSET', job_key, 'value', value)
end
return 1
`;

/**
 * Does nothing if the job is already queued. `dueAt` is in Unix seconds. Seal `value`, because
 * Redis stores it until the job completes.
 */
export const enqueue = async (job: Job, dueAt: number, value = ''): Promise<void> => {
  await runScript(ENQUEUE, [queueKeyOf(job), jobKey(job)], [job, dueAt, value]);
};

export const isQueued = async (job: Job): Promise<boolean> =>
  (await callRedis<string | null>((pipeline) => pipeline.zscore(queueKeyOf(job), job))) !== null;

const MAKE_DUE_NOW = `
local queue, job_key = KEYS[1], KEYS[2]
local job, now = ARGV[1], ARGV[2]
if not redis.call('ZSCORE', queue, job) then return 0 end
local lease = redis.call('HGET', job_key, 'lease') or 0
if tonumber(lease) <= tonumber(now) then
  redis.call('ZADD', queue, now, job)
end
return 1
`;

/** Does not change a claimed job. Returns false for a job that is not queued. */
export const makeDueNow = async (job: Job, at: number): Promise<boolean> =>
  (await runScript(MAKE_DUE_NOW, [queueKeyOf(job), jobKey(job)], [job, at])) === 1;

/** Earliest due time first. */
export const findDueJobs = (name: QueueName, at: number, limit: number): Promise<Job[]> =>
  callRedis((pipeline) =>
    pipeline.zrange(queueKey(name), '-inf', at, { byScore: true, offset: 0, count: limit }),
  );

/** In no particular order. */
export const findQueuedJobs = (name: QueueName): Promise<Job[]> =>
  callRedis((pipeline) => pipeline.zrange(queueKey(name), 0, -1));

/**
 * Finds the jobs in both queues. Also finds jobs that are in neither, but whose data was left
 * behind by an earlier version of the shop.
 */
export const findAllJobs = async (): Promise<ReadonlySet<Job>> => {
  const queued = await Promise.all([findQueuedJobs('jobs'), findQueuedJobs('bulk')]);
  const jobs = new Set(queued.flat());
  const prefix = redisKey('job', '');
  for await (const keys of scanKeys(prefix)) {
    for (const key of keys) jobs.add(key.slice(prefix.length) as Job);
  }
  return jobs;
};

const REMOVE = `
local queue = KEYS[1]
for index, job in ipairs(ARGV) do
  redis.call('ZREM', queue, job)
  redis.call('DEL', KEYS[index + 1])
end
return 1
`;

const JOBS_PER_REMOVAL = 500;

/** Removes the jobs and their data. A job that is already running may still succeed. */
export const removeJobs = async (jobs: readonly Job[]): Promise<void> => {
  for (const [queue, jobsInQueue] of Map.groupBy(jobs, queueKeyOf)) {
    for (let start = 0; start < jobsInQueue.length; start += JOBS_PER_REMOVAL) {
      const batch = jobsInQueue.slice(start, start + JOBS_PER_REMOVAL);
      await runScript(REMOVE, [queue, ...batch.map(jobKey)], batch);
    }
  }
};

/** Changes when queued jobs are due. A job that completes in the meantime stays completed. */
export const postponeJobs = async (jobs: readonly Job[], dueAt: number): Promise<void> => {
  await Promise.all(
    jobs.map((job) =>
      callRedis((pipeline) =>
        pipeline.zadd(queueKeyOf(job), { xx: true }, { score: dueAt, member: job }),
      ),
    ),
  );
};

const CLAIM = `
local queue, job_key = KEYS[1], KEYS[2]
local job, now, lease_in_seconds = ARGV[1], ARGV[2], ARGV[3]
local due_at = redis.call('ZSCORE', queue, job)
if not due_at or tonumber(due_at) > tonumber(now) then return {} end
local lease = now + lease_in_seconds
redis.call('ZADD', queue, lease, job)
redis.call('HSETNX', job_key, 'first', now)
redis.call('HSET', job_key, 'lease', lease)
local first = redis.call('HGET', job_key, 'first')
local value = redis.call('HGET', job_key, 'value') or ''
local refused = redis.call('HGET', job_key, 'refused') or ''
return {first, value, refused}
`;

export type JobClaim = {
  readonly job: Job;
  /** Unix time in seconds. */
  readonly at: number;
  /**
   * The start of the first attempt that may have succeeded unnoticed; `at` if this is the first
   * attempt.
   */
  readonly firstTryAt: number;
  /** When a service first rejected the job, in Unix seconds; null if none has. */
  readonly refusedSince: number | null;
  /** Sealed; empty if the job was enqueued without a value. */
  readonly value: string;
};

/**
 * Leases a job for a minute. Returns null if it is not due, has completed, or is claimed. Another
 * function may claim it after that minute, so a job must be idempotent.
 */
export const claimJob = async (job: Job, at: number): Promise<JobClaim | null> => {
  const reply = await runScript(CLAIM, [queueKeyOf(job), jobKey(job)], [job, at, LEASE_IN_SECONDS]);
  const [first, value = '', refused = ''] = z.array(z.string()).parse(reply);
  if (first === undefined) return null;
  const refusedSince = refused === '' ? null : Number(refused);
  return { job, at, firstTryAt: Number(first), refusedSince, value };
};

/** Writes a field of a hash. */
type WrittenOutcome = {
  readonly key: string;
  readonly field: string;
  readonly value: string;
  /** Nothing is written to a hash that has this field. */
  readonly unlessField: string;
};

/** Increments a field of a hash. Does nothing if the hash does not have the field. */
type CountedOutcome = { readonly key: string; readonly counter: string };

export type JobOutcome = WrittenOutcome | CountedOutcome;

const COMPLETE = `
local queue, job_key, outcome_key = KEYS[1], KEYS[2], KEYS[3]
local job, outcome_field, outcome_value, unless_field = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local is_first = redis.call('ZREM', queue, job) == 1
redis.call('DEL', job_key)
if not outcome_key then return 1 end
if not outcome_value then
  if is_first and redis.call('HEXISTS', outcome_key, outcome_field) == 1 then
    redis.call('HINCRBY', outcome_key, outcome_field, 1)
  end
elseif redis.call('HEXISTS', outcome_key, unless_field) == 0 then
  redis.call('HSETNX', outcome_key, outcome_field, outcome_value)
end
return 1
`;

/** Atomic. Never overwrites a stored outcome, and counts a job only once. */
export const completeJob = async (job: Job, outcome?: JobOutcome): Promise<void> => {
  const keys = [queueKeyOf(job), jobKey(job)];
  const args: string[] = [job];
  if (outcome) {
    keys.push(outcome.key);
    if ('counter' in outcome) args.push(outcome.counter);
    else args.push(outcome.field, outcome.value, outcome.unlessField);
  }
  await runScript(COMPLETE, keys, args);
};

const RETRY_LATER = `
local queue, job_key = KEYS[1], KEYS[2]
local job, claimed_at, first_try, is_refused = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local longest_wait, shortest_wait = tonumber(ARGV[5]), tonumber(ARGV[6])
if not redis.call('ZSCORE', queue, job) then return 0 end
redis.call('HDEL', job_key, 'lease')
local failures = redis.call('HINCRBY', job_key, 'failures', 1)
local wait = math.max(shortest_wait, math.min(60 * 2 ^ (failures - 1), longest_wait))
redis.call('ZADD', queue, claimed_at + wait, job)
if first_try == 'forget' then redis.call('HDEL', job_key, 'first') end
if is_refused == 'yes' then redis.call('HSETNX', job_key, 'refused', claimed_at) end
return 1
`;

/** An attempt that certainly had no effect does not count as the first attempt. */
const firstTryAfter = (
  { at, firstTryAt }: JobClaim,
  mayHaveSucceeded: boolean,
): 'keep' | 'forget' => (mayHaveSucceeded || firstTryAt !== at ? 'keep' : 'forget');

type Failure = {
  readonly mayHaveSucceeded: boolean;
  /** The service will reject the job until somebody fixes the cause. */
  readonly isRefused?: boolean;
  /** The minimum wait. */
  readonly waitInSeconds?: number | undefined;
};

/** Each failure doubles the wait, from a minute up to a day. */
export const retryLater = async (
  claim: JobClaim,
  { mayHaveSucceeded, isRefused = false, waitInSeconds = 0 }: Failure,
): Promise<void> => {
  const { job, at } = claim;
  const firstTry = firstTryAfter(claim, mayHaveSucceeded);
  await runScript(
    RETRY_LATER,
    [queueKeyOf(job), jobKey(job)],
    [job, at, firstTry, isRefused ? 'yes' : 'no', LONGEST_WAIT_IN_SECONDS, waitInSeconds],
  );
};

const RELEASE = `
local queue, job_key = KEYS[1], KEYS[2]
local job, claimed_at, first_try = unpack(ARGV)
if not redis.call('ZSCORE', queue, job) then return 0 end
redis.call('HDEL', job_key, 'lease')
redis.call('ZADD', queue, claimed_at, job)
if first_try == 'forget' then redis.call('HDEL', job_key, 'first') end
return 1
`;

/**
 * Makes the job due again immediately, for this or another function. Use this if the service was
 * only busy. The attempt must have had no effect, and does not count as a failure.
 */
export const releaseJob = async (claim: JobClaim): Promise<void> => {
  const { job, at } = claim;
  const firstTry = firstTryAfter(claim, false);
  await runScript(RELEASE, [queueKeyOf(job), jobKey(job)], [job, at, firstTry]);
};
