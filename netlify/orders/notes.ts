import * as z from 'zod/mini';
import { now } from '../platform/clock.ts';
import { type Job, queueKey } from '../platform/queue.ts';
import { readHash, runScript } from '../platform/redis.ts';
import { catalog } from '../shop/catalog.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { orderKeys } from './store.ts';
import { type Order, accessNote, saleFrom } from './order.ts';

/** A note is written only beside a sale. */
const ACCESS = `
if redis.call('HEXISTS', KEYS[1], 'sale') == 0 then return 0 end
redis.call('HSET', KEYS[1], 'access', ARGV[1])
return 1
`;

/** Blocks an order's downloads, or opens them in spite of all that has closed them. Throws `Unavailable`. */
export const setAccess = async (order: Order, is: 'open' | 'blocked'): Promise<Order> => {
  const access = accessNote(order, is, now());
  await runScript(ACCESS, [orderKeys.order(order.sessionId)], [JSON.stringify(access)]);
  return { ...order, access };
};

const WITHDRAW = `
local order, withdrawn, queue = KEYS[1], KEYS[2], KEYS[3]
local session, now = ARGV[1], ARGV[2]
if redis.call('HEXISTS', order, 'sale') == 0 then return '' end
if redis.call('HSETNX', order, 'withdrawn', now) == 1 then
  redis.call('ZADD', withdrawn, now, session)
  for at = 3, #ARGV do redis.call('ZADD', queue, 'NX', now, ARGV[at]) end
end
return redis.call('HGET', order, 'withdrawn')
`;

/** Notes that a buyer withdraws, and enqueues what follows. Returns when they first did. Throws `Unavailable`. */
export const noteWithdrawal = async (
  { sessionId }: Order,
  jobs: readonly Job[],
): Promise<number> => {
  const keys = [orderKeys.order(sessionId), orderKeys.withdrawn(), queueKey('jobs')];
  const at = await runScript(WITHDRAW, keys, [sessionId, now(), ...jobs]);
  if (at === '') throw new Unavailable('orders', 'no order');
  return z.coerce.number().parse(at);
};

/** Fetches within this many seconds of the last one count as one: a second press, or a download manager's parts. */
const ONE_FETCH_IN_SECONDS = 600;

const FETCHED = `
local order, field, now, one = KEYS[1], ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
if redis.call('HEXISTS', order, 'sale') == 0 or redis.call('HEXISTS', order, 'forgotten') == 1 then return 0 end
local times, last = string.match(redis.call('HGET', order, field) or '', '(%d+),"lastAt":(%d+)')
if last and now - last < one then return 0 end
redis.call('HSET', order, field, string.format('{"times":%d,"lastAt":%d}', (times or 0) + 1, now))
return 1
`;

/** Counts that a file was fetched. A forgotten buyer's fetches are not counted. Throws `Unavailable`. */
export const countFetch = async (sessionId: string, productId: string): Promise<void> => {
  const args = [`fetched:${productId}`, now(), ONE_FETCH_IN_SECONDS];
  await runScript(FETCHED, [orderKeys.order(sessionId)], args);
};

/** Compares the version, since an answer written meanwhile would contain the buyer again. */
const FORGET = `
local order, of_buyer, unsubscribed = KEYS[1], KEYS[2], KEYS[3]
local version, sale, session, buyer = unpack(ARGV, 1, 4)
if (redis.call('HGET', order, 'version') or '0') ~= version then return 0 end
redis.call('HSET', order, 'sale', sale, 'forgotten', '1')
redis.call('HINCRBY', order, 'version', 1)
for at = 5, #ARGV do redis.call('HDEL', order, ARGV[at]) end
redis.call('ZREM', of_buyer, session)
if redis.call('EXISTS', of_buyer) == 1 then return 1 end
redis.call('SREM', unsubscribed, buyer)
for at = 4, #KEYS do redis.call('ZREM', KEYS[at], buyer) end
return 1
`;

/** Notes about the person and not the sale: which emails were sent, and when files were fetched. */
const isPersonal = (field: string): boolean => /^(receipt|copy:|fetched:)/.test(field);

/**
 * Removes the buyer from an order permanently: `fulfill` then leaves the buyer out. With a buyer's last order, their
 * unsubscription goes too, since no announcement can reach them. Throws `Unavailable`.
 */
export const forgetBuyer = async (sessionId: string): Promise<void> => {
  const { order, ofBuyer, ofProduct, unsubscribed } = orderKeys;
  for (;;) {
    const fields = await readHash(order(sessionId));
    const sale = saleFrom(fields['sale']);
    if (!sale) return;
    const { version = '0' } = fields;
    const { buyer } = sale;
    const indexes = catalog.products.map(({ product_type: type }) => ofProduct(type));
    const keys = [order(sessionId), ofBuyer(buyer ?? ''), unsubscribed(), ...indexes];
    const without = JSON.stringify({ ...sale, buyer: null });
    const personal = Object.keys(fields).filter(isPersonal);
    const args = [version, without, sessionId, buyer ?? '', ...personal];
    if ((await runScript(FORGET, keys, args)) === 1) return;
  }
};
