import * as z from 'zod/mini';
import type { AdminPorts } from '../admin/order-queries.ts';
import type { OrderWrite } from './orders.ts';
import type { EventLedger } from './events.ts';
import type { ReconcilePorts } from './reconcile.ts';
import type { OrderKeys } from './redis-keys.ts';
import type { RedisClient } from '../clients/redis.ts';

/** Longer than Stripe sends an event again, or lets one be sent again by hand. */
export const EVENT_KNOWN_IN_SECONDS = 31 * 24 * 3600;

/**
 * Nothing comes between a fact and what it counts for. A fact that is recorded stays as it is, and moves
 * nothing again. Which moves belong to which fact is the domain's to say. Answers a digit for each fact, 1 for
 * a new one: the in-process engine answers no list that was filled one by one.
 *
 * A payment from before this database (an emptied or restored one) may have its receipt already. The mail service
 * knows the receipt's key for a day, so within that time it is sent as if it had been tried when the buyer paid, and
 * later not at all. An order that was seen pending was not paid then, and has no receipt.
 */
const RECORD = `
local at = 0
local function take() at = at + 1 return ARGV[at] end
local session, created, known_for = take(), take(), take()
local sums, names, facts = tonumber(take()), tonumber(take()), tonumber(take())
local order, index, first_name, last = KEYS[1], KEYS[2], 3 + sums, 2 + sums + names
local function key(is_given)
  if is_given then last = last + 1 return KEYS[last] end
end
local buyer, paid_at, now, key_known_for = take(), take(), take(), take()
local of_buyer, event = key(buyer ~= ''), key(take() == 'yes')
local receipts, born = key(paid_at ~= ''), key(paid_at ~= '')
local sales_to_tell = key(take() == 'yes')
local function owe_receipt()
  redis.call('SET', born, now, 'NX')
  local is_older = tonumber(paid_at) < tonumber(redis.call('GET', born))
  if is_older and redis.call('HEXISTS', order, 'payment:pending') == 0 then
    if now - paid_at > tonumber(key_known_for) then return end
    redis.call('HSET', order, 'mail:receipt:tried', paid_at)
  end
  redis.call('ZADD', receipts, created, session)
  if sales_to_tell then redis.call('ZADD', sales_to_tell, created, session) end
end
local added = {}
for fact = 1, facts do
  local name, value, deltas = take(), take(), tonumber(take())
  local is_new = redis.call('HSETNX', order, name, value) == 1
  added[fact] = is_new and '1' or '0'
  if is_new and receipts and name == 'payment:paid' then owe_receipt() end
  for _ = 1, deltas do
    local field, by = take(), take()
    if is_new then
      for sum = 3, 2 + sums do redis.call('HINCRBY', KEYS[sum], field, by) end
    end
  end
end
redis.call('ZADD', index, created, session)
if of_buyer and redis.call('HGET', order, 'buyer') == buyer then
  redis.call('ZADD', of_buyer, created, session)
end
for name = first_name, first_name + names - 1 do
  local field = take()
  local known = redis.call('HGET', KEYS[name], field)
  if not known then
    redis.call('HSET', KEYS[name], field, created)
  elseif not string.find(' ' .. known .. ' ', ' ' .. created .. ' ', 1, true) then
    redis.call('HSET', KEYS[name], field, known .. ' ' .. created)
  end
end
if event then redis.call('SET', event, session, 'NX', 'EX', known_for) end
return table.concat(added)
`;

const addedSchema = z.string().check(z.regex(/^[01]*$/));

type OrdersOptions = RedisClient & {
  readonly keys: OrderKeys;
  /** How long the mail service tells a receipt that it has by its key, in seconds; absent where the shop sends none. */
  readonly receiptKnownFor?: number | undefined;
  /** Whether the owner is told of each sale that gets a receipt. */
  readonly tellsSales?: boolean;
};

type Orders = ReconcilePorts['orders'] & EventLedger & Pick<AdminPorts['orders'], 'note'>;

/** Orders as hashes of facts in Redis behind Upstash's REST interface. */
export const createOrders = (options: OrdersOptions): Orders => {
  const { send, reached, readHash, keys, receiptKnownFor, tellsSales = false } = options;
  const onlyOnce = { nx: true, ex: EVENT_KNOWN_IN_SECONDS } as const;

  const addAll = (sessionId: string, facts: Readonly<Record<string, string>>) =>
    Object.entries(facts).map(([name, value]) =>
      send((pipeline) => pipeline.hsetnx(keys.order(sessionId), name, value)),
    );

  const runRecord = (sessionId: string, write: OrderWrite): Promise<unknown> => {
    const { facts, eventId, createdAt, productType } = write;
    const receipt = receiptKnownFor === undefined ? undefined : write.receipt;
    const { buyer = '' } = facts;
    const names = write.names.map(keys.name);
    const touched = [
      keys.order(sessionId),
      keys.index,
      ...write.periods.map(keys.sums),
      ...names.map(({ key }) => key),
      ...(buyer === '' ? [] : [keys.buyer(buyer)]),
      ...(eventId === undefined ? [] : [keys.event(eventId)]),
      ...(receipt ? [keys.receipts, keys.born] : []),
      ...(tellsSales ? [keys.ownerQueue] : []),
    ];
    const factArgs = Object.entries(facts).flatMap(([name, value]) => {
      const deltas = write.salesDeltasOf(name);
      const deltaArgs = deltas.flatMap(({ measure, by }) => [`${productType}:${measure}`, by]);
      return [name, value, deltas.length].concat(deltaArgs);
    });
    const args = [
      sessionId,
      createdAt,
      EVENT_KNOWN_IN_SECONDS,
      write.periods.length,
      names.length,
      Object.keys(facts).length,
      buyer,
      receipt?.paidAt ?? '',
      receipt?.now ?? '',
      receiptKnownFor ?? '',
      eventId === undefined ? 'no' : 'yes',
      tellsSales ? 'yes' : 'no',
      ...factArgs,
      ...names.map(({ field }) => field),
    ];
    return send((pipeline) => pipeline.eval(RECORD, touched, args.map(String)));
  };

  return {
    find: (sessionId) => readHash(keys.order(sessionId)),

    findMany: (sessionIds) => Promise.all(sessionIds.map((id) => readHash(keys.order(id)))),

    record: async (sessionId, write) => {
      const recorded = reached(runRecord(sessionId, write));
      const [answer, facts] = await Promise.all([recorded, readHash(keys.order(sessionId))]);
      const added = addedSchema.parse(answer);
      const names = Object.keys(write.facts);
      return { facts, added: names.filter((_, index) => added[index] === '1') };
    },

    note: async (sessionId, facts) => {
      const added = reached(Promise.all(addAll(sessionId, facts)));
      const [all] = await Promise.all([readHash(keys.order(sessionId)), added]);
      return all;
    },

    findNew: async (eventIds) => {
      if (eventIds.length === 0) return new Set();
      const asked = eventIds.map(keys.event);
      const known = await reached(send<(string | null)[]>((pipeline) => pipeline.mget(...asked)));
      return new Set(eventIds.filter((_, index) => known[index] === null));
    },

    noteCall: async (at) =>
      void (await Promise.allSettled([send((pipeline) => pipeline.set(keys.lastWebhook, at))])),

    remember: async (eventId) =>
      void (await reached(send((pipeline) => pipeline.set(keys.event(eventId), '', onlyOnce)))),
  };
};
