import * as z from 'zod/mini';
import { now } from '../platform/clock.ts';
import { jobKey, queueKey } from '../platform/queue.ts';
import { runScript } from '../platform/redis.ts';
import { buyerSecretFingerprint } from '../shop/buyer-hash.ts';
import { catalog } from '../shop/catalog.ts';
import type { Sale } from '../stripe/sale.ts';
import type { FollowUp } from './follow-up-jobs.ts';
import { indexEntries } from './indexes.ts';
import { orderKeys } from './keys.ts';
import type { Notes } from './order.ts';
import type { StoredState } from './store.ts';

/**
 * Reads keys and arguments in sequence. Each list is preceded by its length. A single JSON argument
 * is not possible, because Lua has no `cjson` in the in-process engine (ioredis-mock).
 *
 * Each save increments the version, even if the sale is the same. Otherwise, a slow writer that
 * read the session earlier could overwrite the sale with an older state.
 */
const SAVE = `
local function reader(values)
  local position = 0
  return function()
    position = position + 1
    return values[position]
  end
end

local next_key = reader(KEYS)
local order_key = next_key()
local store_created_key = next_key()
local buyer_secret_key = next_key()
local jobs_key = next_key()
local receipt_job_key = next_key()

local next_argument = reader(ARGV)
local expected_version = next_argument()
local sale = next_argument()
local now = next_argument()
local first_try_at = next_argument()
local settled_at = next_argument()
local buyer_secret_fingerprint = next_argument()

local version = redis.call('HGET', order_key, 'version') or '0'
if version ~= expected_version then
  local stored_sale = redis.call('HGET', order_key, 'sale')
  if stored_sale ~= sale then return 'moved' end
  redis.call('HINCRBY', order_key, 'version', 1)
  return 'same'
end

redis.call('HSET', order_key, 'sale', sale)
redis.call('HINCRBY', order_key, 'version', 1)
redis.call('SET', store_created_key, now, 'NX')
redis.call('SET', buyer_secret_key, buyer_secret_fingerprint, 'NX')
if settled_at ~= '' then
  redis.call('HSETNX', order_key, 'settled', settled_at)
end

local job_count = tonumber(next_argument())
for _ = 1, job_count do
  local job = next_argument()
  redis.call('ZADD', jobs_key, 'NX', now, job)
end
if first_try_at ~= '' then
  redis.call('HSETNX', receipt_job_key, 'first', first_try_at)
end

local index_entry_count = tonumber(next_argument())
for _ = 1, index_entry_count do
  local index_key = next_key()
  local score = next_argument()
  local member = next_argument()
  redis.call('ZADD', index_key, score, member)
end

local previous_buyer = next_argument()
if previous_buyer == '' then return 'written' end
local session = next_argument()
local buyer = next_argument()
local previous_orders_key = next_key()
local unsubscribed_key = next_key()
redis.call('ZREM', previous_orders_key, session)
if buyer ~= '' and redis.call('SISMEMBER', unsubscribed_key, previous_buyer) == 1 then
  redis.call('SADD', unsubscribed_key, buyer)
end
if redis.call('EXISTS', previous_orders_key) == 0 then
  redis.call('SREM', unsubscribed_key, previous_buyer)
  local product_count = tonumber(next_argument())
  for _ = 1, product_count do
    redis.call('ZREM', next_key(), previous_buyer)
  end
end
return 'written'
`;

const outcomeSchema = z.enum(['written', 'same', 'moved']);
type SaveOutcome = z.infer<typeof outcomeSchema>;

/** What to store with the sale. A stored `settledAt` is never overwritten. */
type Changes = FollowUp & Partial<Pick<Notes, 'settledAt'>>;

/**
 * A buyer's hash changes if BUYER_SECRET does, or if Stripe removes the address. The previous hash
 * is then removed from the indexes.
 */
const replaceBuyer = (
  sessionId: string,
  previousBuyer: string | null,
  buyer: string | null,
): { keys: string[]; args: (string | number)[] } => {
  if (previousBuyer === null || previousBuyer === buyer) return { keys: [], args: [''] };
  const productKeys = catalog.products.map(({ product_type: type }) => orderKeys.ofProduct(type));
  return {
    keys: [orderKeys.ofBuyer(previousBuyer), orderKeys.unsubscribed(), ...productKeys],
    args: [previousBuyer, sessionId, buyer ?? '', productKeys.length],
  };
};

/**
 * If another writer stored a sale in the meantime, returns 'same' if it is equal and 'moved' if it
 * differs. Throws `Unavailable`.
 */
export const save = async (
  sessionId: string,
  stored: Pick<StoredState, 'version' | 'sale'>,
  sale: Sale,
  { jobs, firstTryAt, settledAt = null }: Changes,
): Promise<SaveOutcome> => {
  const entries = indexEntries({ sessionId, ...sale, settledAt });
  const replacement = replaceBuyer(sessionId, stored.sale?.buyer ?? null, sale.buyer);
  const keys = [
    orderKeys.order(sessionId),
    orderKeys.storeCreated(),
    orderKeys.buyerSecret(),
    queueKey('jobs'),
    jobKey(`receipt:${sessionId}`),
    ...entries.map(({ key }) => key),
    ...replacement.keys,
  ];
  const args = [
    stored.version,
    JSON.stringify(sale),
    now(),
    firstTryAt ?? '',
    settledAt ?? '',
    buyerSecretFingerprint(),
    jobs.length,
    ...jobs,
    entries.length,
    ...entries.flatMap(({ score, member }) => [score, member]),
    ...replacement.args,
  ];
  return outcomeSchema.parse(await runScript(SAVE, keys, args));
};
