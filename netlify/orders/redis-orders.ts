import * as z from 'zod/mini';
import { redisClient } from '../clients/redis.ts';
import { KEY_KNOWN_IN_SECONDS, alertsOfSales, sendsMail } from '../mail/settings.ts';
import type { Facts } from './facts.ts';
import type { OrderWrite } from './orders.ts';
import { orderKeys } from './redis-keys.ts';

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
  local is_older = tonumber(paid_at) <= tonumber(redis.call('GET', born))
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

const onlyOnce = { nx: true, ex: EVENT_KNOWN_IN_SECONDS } as const;

const runRecord = (sessionId: string, write: OrderWrite): Promise<unknown> => {
  const { facts, eventId, createdAt, productType } = write;
  const keys = orderKeys();
  const receipt = write.receipt && sendsMail() ? write.receipt : undefined;
  const alertsOwner = receipt !== undefined && alertsOfSales();
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
    ...(alertsOwner ? [keys.ownerQueue] : []),
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
    KEY_KNOWN_IN_SECONDS,
    eventId === undefined ? 'no' : 'yes',
    alertsOwner ? 'yes' : 'no',
    ...factArgs,
    ...names.map(({ field }) => field),
  ];
  return redisClient().send((pipeline) => pipeline.eval(RECORD, touched, args.map(String)));
};

/** Every fact recorded so far; empty for none. */
export const findFacts = (sessionId: string): Promise<Facts> =>
  redisClient().readHash(orderKeys().order(sessionId));

/** The facts of each session, in the order of the ids. */
export const findManyFacts = (sessionIds: readonly string[]): Promise<readonly Facts[]> =>
  Promise.all(sessionIds.map(findFacts));

export type Recorded = {
  /** Every fact recorded by now. */
  readonly facts: Facts;
  /** The names of those that were not there before. */
  readonly added: readonly string[];
};

/**
 * Adds facts, all or none; one that is there stays as it is. All else that a write brings about is done in the same
 * step: what a new fact counts for, by what the order is found, and the event.
 */
export const recordFacts = async (sessionId: string, write: OrderWrite): Promise<Recorded> => {
  const recorded = redisClient().reached(runRecord(sessionId, write));
  const [answer, facts] = await Promise.all([recorded, findFacts(sessionId)]);
  const added = addedSchema.parse(answer);
  const names = Object.keys(write.facts);
  return { facts, added: names.filter((_, index) => added[index] === '1') };
};

/** Adds facts that move no sum. Answers every fact recorded by then. */
export const noteFacts = async (sessionId: string, facts: Facts): Promise<Facts> => {
  const { reached, send } = redisClient();
  const key = orderKeys().order(sessionId);
  const added = Object.entries(facts).map(([name, value]) =>
    send((pipeline) => pipeline.hsetnx(key, name, value)),
  );
  const [all] = await Promise.all([findFacts(sessionId), reached(Promise.all(added))]);
  return all;
};

/** Of these events those that were not handled yet. The order's own ledger keeps them for good, this index for a month. */
export const findNewEvents = async (eventIds: readonly string[]): Promise<ReadonlySet<string>> => {
  if (eventIds.length === 0) return new Set();
  const { reached, send } = redisClient();
  const asked = eventIds.map(orderKeys().event);
  const known = await reached(send<(string | null)[]>((pipeline) => pipeline.mget(...asked)));
  return new Set(eventIds.filter((_, index) => known[index] === null));
};

/** Marks an event that leaves nothing in any order. */
export const rememberEvent = async (eventId: string): Promise<void> => {
  const { reached, send } = redisClient();
  await reached(send((pipeline) => pipeline.set(orderKeys().event(eventId), '', onlyOnce)));
};

/** Notes when Stripe called, in Unix seconds. Never rejects. */
export const noteWebhookCall = async (at: number): Promise<void> => {
  const { lastWebhook } = orderKeys();
  await Promise.allSettled([redisClient().send((pipeline) => pipeline.set(lastWebhook, at))]);
};
