import * as z from 'zod/mini';
import { now } from '../platform/clock.ts';
import { type Job, queueKey } from '../platform/queue.ts';
import { runScript } from '../platform/redis.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { orderKeys } from './keys.ts';
import type { AccessDecision, Order } from './order.ts';
import { accessNote } from './status.ts';

// Before a script sets a field, it checks that the sale exists, so that a note never creates an
// order's hash.

const SET_ACCESS = `
local order_key = KEYS[1]
local decision = ARGV[1]
if redis.call('HEXISTS', order_key, 'sale') == 0 then return 0 end
redis.call('HSET', order_key, 'access', decision)
return 1
`;

/** Throws `Unavailable`. */
export const setAccess = async (order: Order, is: AccessDecision['is']): Promise<Order> => {
  const access = accessNote(order, is, now());
  await runScript(SET_ACCESS, [orderKeys.order(order.sessionId)], [JSON.stringify(access)]);
  return { ...order, access };
};

const WITHDRAW = `
local order_key, withdrawn_key, jobs_key = KEYS[1], KEYS[2], KEYS[3]
local session, now = ARGV[1], ARGV[2]
local jobs = { unpack(ARGV, 3) }
if redis.call('HEXISTS', order_key, 'sale') == 0 then return '' end
local is_first = redis.call('HSETNX', order_key, 'withdrawn', now) == 1
if is_first then
  redis.call('ZADD', withdrawn_key, now, session)
  for _, job in ipairs(jobs) do
    redis.call('ZADD', jobs_key, 'NX', now, job)
  end
end
return redis.call('HGET', order_key, 'withdrawn')
`;

/**
 * Returns the time of the first withdrawal. Throws `Unavailable` if Redis fails or the order is
 * unknown.
 */
export const noteWithdrawal = async (
  { sessionId }: Order,
  jobs: readonly Job[],
): Promise<number> => {
  const keys = [orderKeys.order(sessionId), orderKeys.withdrawn(), queueKey('jobs')];
  const withdrawnAt = await runScript(WITHDRAW, keys, [sessionId, now(), ...jobs]);
  if (withdrawnAt === '') throw new Unavailable('orders', 'unknown order');
  return z.coerce.number().parse(withdrawnAt);
};

const AWAIT_FILES = `
local order_key, awaiting_key, jobs_key = KEYS[1], KEYS[2], KEYS[3]
local session, now = ARGV[1], ARGV[2]
local alerts = { unpack(ARGV, 3) }
if redis.call('HEXISTS', order_key, 'sale') == 0 then return 0 end
if redis.call('HEXISTS', order_key, 'forgotten') == 1 then return 0 end
if redis.call('HSETNX', order_key, 'awaits-files', now) == 0 then return 0 end
redis.call('ZADD', awaiting_key, now, session)
for _, alert in ipairs(alerts) do
  redis.call('ZADD', jobs_key, 'NX', now, alert)
end
return 1
`;

/** Records that the buyer is waiting for a file. The first time, also enqueues the alerts. */
export const noteAwaitedFiles = async (
  { sessionId }: Order,
  alerts: readonly Job[],
): Promise<void> => {
  const keys = [orderKeys.order(sessionId), orderKeys.awaitingFiles(), queueKey('jobs')];
  await runScript(AWAIT_FILES, keys, [sessionId, now(), ...alerts]);
};

const END_WAIT = `
local order_key, awaiting_key, jobs_key = KEYS[1], KEYS[2], KEYS[3]
local session, now = ARGV[1], ARGV[2]
local jobs = { unpack(ARGV, 3) }
redis.call('ZREM', awaiting_key, session)
if redis.call('HDEL', order_key, 'awaits-files') == 0 then return 0 end
for _, job in ipairs(jobs) do
  redis.call('ZADD', jobs_key, 'NX', now, job)
end
return 1
`;

/** Ends the buyer's wait and enqueues `jobs`, unless another function has already ended it. */
export const endWaitForFiles = async (
  { sessionId }: Order,
  jobs: readonly Job[],
): Promise<void> => {
  const keys = [orderKeys.order(sessionId), orderKeys.awaitingFiles(), queueKey('jobs')];
  await runScript(END_WAIT, keys, [sessionId, now(), ...jobs]);
};

/** A repeated request within this time, such as a restarted download, does not count again. */
const SAME_DOWNLOAD_IN_SECONDS = 600;

const COUNT_DOWNLOAD = `
local order_key = KEYS[1]
local fetches_field, fetched_at_field = ARGV[1], ARGV[2]
local now, same_fetch_in_seconds = ARGV[3], tonumber(ARGV[4])
if redis.call('HEXISTS', order_key, 'sale') == 0 then return 0 end
if redis.call('HEXISTS', order_key, 'forgotten') == 1 then return 0 end
local last_fetched_at = redis.call('HGET', order_key, fetched_at_field)
local is_same_fetch = last_fetched_at
  and tonumber(now) - tonumber(last_fetched_at) < same_fetch_in_seconds
if is_same_fetch then return 0 end
redis.call('HINCRBY', order_key, fetches_field, 1)
redis.call('HSET', order_key, fetched_at_field, now)
return 1
`;

/**
 * `file` is the product id for the guide itself, and "{product id}/{file name}" for another file.
 * Throws `Unavailable`.
 */
export const countDownload = async (sessionId: string, file: string): Promise<void> => {
  const fields = [`fetches:${file}`, `fetched-at:${file}`];
  const args = [...fields, now(), SAME_DOWNLOAD_IN_SECONDS];
  await runScript(COUNT_DOWNLOAD, [orderKeys.order(sessionId)], args);
};
