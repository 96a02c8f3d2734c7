import * as z from 'zod/mini';
import { now } from '../platform/clock.ts';
import { jobKey, queueKey } from '../platform/queue.ts';
import { runScript } from '../platform/redis.ts';
import type { Sale } from '../stripe/session.ts';
import type { FollowUp } from './follow-up-jobs.ts';
import { type Stored, indexEntries, orderKeys } from './store.ts';

/**
 * Writes an answer if nobody has written one since the version was read. Writing raises the version, also if the sale is
 * equal: a reader who asked Stripe before must not win with an older answer.
 */
const SAVE = `
local order, created, queue, receipt = unpack(KEYS, 1, 4)
local version, sale, now, first, jobs = unpack(ARGV, 1, 5)
if (redis.call('HGET', order, 'version') or '0') ~= version then
  if redis.call('HGET', order, 'sale') ~= sale then return 'moved' end
  redis.call('HINCRBY', order, 'version', 1)
  return 'same'
end
redis.call('HSET', order, 'sale', sale)
redis.call('HINCRBY', order, 'version', 1)
redis.call('SET', created, now, 'NX')
for at = 6, 5 + jobs do redis.call('ZADD', queue, 'NX', now, ARGV[at]) end
if first ~= '' then redis.call('HSETNX', receipt, 'first', first) end
local entry = 6 + jobs
for at = 5, #KEYS do
  redis.call('ZADD', KEYS[at], ARGV[entry], ARGV[entry + 1])
  entry = entry + 2
end
return 'written'
`;

const outcomeSchema = z.enum(['written', 'same', 'moved']);

/**
 * Stores an answer, puts the order into its indexes and enqueues what follows, in one step. 'same': an equal answer was
 * stored meanwhile. 'moved': another one was, so the caller begins again. Throws `Unavailable`.
 */
export const save = async (
  sessionId: string,
  { version }: Pick<Stored, 'version'>,
  sale: Sale,
  { jobs, firstTryAt }: FollowUp,
): Promise<z.infer<typeof outcomeSchema>> => {
  const entries = indexEntries(sessionId, sale);
  const { order, storeCreated } = orderKeys;
  const receipt = jobKey(`receipt:${sessionId}`);
  const keys = [order(sessionId), storeCreated(), queueKey('jobs'), receipt];
  const args = [version, JSON.stringify(sale), now(), firstTryAt ?? '', jobs.length, ...jobs];
  const outcome = await runScript(
    SAVE,
    [...keys, ...entries.map(([key]) => key)],
    [...args, ...entries.flatMap(([, score, member]) => [score, member])],
  );
  return outcomeSchema.parse(outcome);
};
