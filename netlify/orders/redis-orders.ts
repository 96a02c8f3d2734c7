import * as z from 'zod/mini';
import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { ask, readHash, runScript } from '../clients/redis.ts';
import { KEY_KNOWN_IN_SECONDS, sendsMail } from '../mail/settings.ts';
import type { Facts } from './facts.ts';
import { namesOf } from './order-names.ts';
import { type Order, orderFrom } from './orders.ts';
import { orderKeys } from './redis-keys.ts';

/** Longer than Stripe repeats an event, or lets the owner resend one by hand. */
export const EVENT_KNOWN_IN_SECONDS = 31 * 24 * 3600;

/**
 * Records facts in one step, with all that they bring about. A fact that is there already stays as it is. The answer has a digit for each fact, 1 for a new one: the in-process engine cannot return a list.
 *
 * A payment that is older than this database (which was emptied or restored) may have its receipt already. Its receipt
 * is queued as if it had been tried when the buyer paid: while the mail service knows the receipt's key, it holds a
 * second one back, and later none is queued. An order that was recorded as pending has no receipt yet, since it was not
 * paid then. Stripe's times are whole seconds: a payment of the database's first second counts as newer.
 */
const RECORD = `
local at = 0
local function take() at = at + 1 return ARGV[at] end
local session, created, known_for = take(), take(), take()
local facts, order, index, names, last = tonumber(take()), KEYS[1], KEYS[2], KEYS[3], 3
local function key(is_given)
  if is_given then last = last + 1 return KEYS[last] end
end
local buyer, paid_at, now, key_known_for = take(), take(), take(), take()
local of_buyer, event = key(buyer ~= ''), key(take() == 'yes')
local receipts, born = key(paid_at ~= ''), key(paid_at ~= '')
local function owe_receipt()
  redis.call('SET', born, now, 'NX')
  local is_older = tonumber(paid_at) < tonumber(redis.call('GET', born))
  if is_older and redis.call('HEXISTS', order, 'payment:pending') == 0 then
    if now - paid_at > tonumber(key_known_for) then return end
    redis.call('HSET', order, 'mail:receipt:tried', paid_at)
  end
  redis.call('ZADD', receipts, created, session)
end
local added = {}
for fact = 1, facts do
  local name, value = take(), take()
  local is_new = redis.call('HSETNX', order, name, value) == 1
  added[fact] = is_new and '1' or '0'
  if is_new and receipts and name == 'payment:paid' then owe_receipt() end
end
redis.call('ZADD', index, created, session)
if of_buyer and redis.call('HGET', order, 'buyer') == buyer then
  redis.call('ZADD', of_buyer, created, session)
end
while at < #ARGV do redis.call('ZADD', names, 0, take() .. ' ' .. session) end
if event then redis.call('SET', event, session, 'NX', 'EX', known_for) end
return table.concat(added)
`;

const addedSchema = z.string().check(z.regex(/^[01]*$/));

/** What is recorded beside the facts. */
type Recording = {
  readonly sale: Pick<CheckoutSession, 'id' | 'createdAt'>;
  /** The event that brought the facts. It counts as handled from then on. */
  readonly eventId?: string | undefined;
  /** For an order whose buyer is to get a receipt: when it was paid, and the time now, in Unix seconds. */
  readonly receipt?: { readonly paidAt: number; readonly now: number } | undefined;
};

const runRecord = (facts: Facts, { sale, eventId, ...recording }: Recording): Promise<unknown> => {
  const { id, createdAt } = sale;
  const keys = orderKeys();
  // An owner's command that records without a receipt has no settings for email.
  const receipt = recording.receipt && sendsMail() ? recording.receipt : undefined;
  const { buyer = '' } = facts;
  const touched = [
    keys.order(id),
    keys.index,
    keys.names,
    ...(buyer === '' ? [] : [keys.buyer(buyer)]),
    ...(eventId === undefined ? [] : [keys.event(eventId)]),
    ...(receipt ? [keys.receipts, keys.born] : []),
  ];
  return runScript(RECORD, touched, [
    id,
    createdAt,
    EVENT_KNOWN_IN_SECONDS,
    Object.keys(facts).length,
    buyer,
    receipt?.paidAt ?? '',
    receipt?.now ?? '',
    KEY_KNOWN_IN_SECONDS,
    eventId === undefined ? 'no' : 'yes',
    ...Object.entries(facts).flat(),
    ...namesOf(id),
  ]);
};

/** Every fact recorded so far; empty for none. */
export const findFacts = (sessionId: string): Promise<Facts> =>
  readHash(orderKeys().order(sessionId));

/** The facts of each session, in the order of the ids. */
export const findManyFacts = (sessionIds: readonly string[]): Promise<readonly Facts[]> =>
  Promise.all(sessionIds.map(findFacts));

/** Those of the sessions that have an order. */
export const findOrders = async (sessionIds: readonly string[]): Promise<readonly Order[]> =>
  (await findManyFacts(sessionIds))
    .map((facts, index) => orderFrom(sessionIds[index] ?? '', facts))
    .filter((order) => order !== null);

export type Recorded = {
  /** Every fact recorded by now. */
  readonly facts: Facts;
  /** The names of the new ones. */
  readonly added: readonly string[];
};

/**
 * Adds facts to an order, all or none; one that is there already stays as it is. The same step puts the order into the
 * indexes, and notes the event.
 */
export const recordFacts = async (facts: Facts, recording: Recording): Promise<Recorded> => {
  const [answer, all] = await Promise.all([
    runRecord(facts, recording),
    findFacts(recording.sale.id),
  ]);
  const added = addedSchema.parse(answer);
  return { facts: all, added: Object.keys(facts).filter((_, index) => added[index] === '1') };
};

/** Adds facts of an order that is indexed already. Answers every fact recorded by then. */
export const noteFacts = async (sessionId: string, facts: Facts): Promise<Facts> => {
  const key = orderKeys().order(sessionId);
  const added = Object.entries(facts).map(([name, value]) =>
    ask((pipeline) => pipeline.hsetnx(key, name, value)),
  );
  const [all] = await Promise.all([findFacts(sessionId), ...added]);
  return all;
};

/** Those of the events that were not handled yet. This index lasts a month; the order's own ledger lasts for good. */
export const findNewEvents = async (eventIds: readonly string[]): Promise<ReadonlySet<string>> => {
  if (eventIds.length === 0) return new Set();
  const known = await ask<(string | null)[]>((pipeline) =>
    pipeline.mget(...eventIds.map(orderKeys().event)),
  );
  return new Set(eventIds.filter((_, index) => known[index] === null));
};

/** Marks an event that leaves nothing in any order. */
export const rememberEvent = (eventId: string): Promise<unknown> =>
  ask((pipeline) =>
    pipeline.set(orderKeys().event(eventId), '', { nx: true, ex: EVENT_KNOWN_IN_SECONDS }),
  );
