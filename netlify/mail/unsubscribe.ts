import { createHmac, timingSafeEqual } from 'node:crypto';
import { orderKeys } from '../orders/keys.ts';
import { getEnv } from '../platform/env.ts';
import { callRedis, runScript } from '../platform/redis.ts';
import { buyerSecret } from '../shop/buyer-hash.ts';

export const isUnsubscribed = async (buyer: string): Promise<boolean> =>
  (await callRedis((pipeline) => pipeline.sismember(orderKeys.unsubscribed(), buyer))) === 1;

const UNSUBSCRIBE = `
local buyer_orders_key, unsubscribed_key = KEYS[1], KEYS[2]
local buyer = ARGV[1]
if redis.call('EXISTS', buyer_orders_key) == 1 then
  redis.call('SADD', unsubscribed_key, buyer)
end
return 1
`;

/** Stores nothing about a buyer without orders, who may have been forgotten. */
export const unsubscribe = async (buyer: string): Promise<void> => {
  await runScript(UNSUBSCRIBE, [orderKeys.ofBuyer(buyer), orderKeys.unsubscribed()], [buyer]);
};

export const subscribe = async (buyer: string): Promise<void> => {
  await callRedis((pipeline) => pipeline.srem(orderKeys.unsubscribed(), buyer));
};

const BUYER_HASH = /^[0-9a-f]{32}$/;
const BUYER_HASH_LENGTH = 32;

const signatureOf = (buyer: string): string =>
  // "stop-news" was once the name of the route. It stays here so that links in earlier emails still
  // work.
  createHmac('sha256', `stop-news:${buyerSecret()}`).update(buyer).digest('hex').slice(0, 32);

/**
 * Returns a link that unsubscribes a buyer from announcements. The link does not expire, grants no
 * other access, and does not reveal the buyer's address. Its token is signed, not sealed, because
 * an email must be the same each time it is composed.
 */
export const unsubscribeLink = (buyer: string): string =>
  `${getEnv().PUBLIC_SITE_URL}/api/unsubscribe?token=${buyer}${signatureOf(buyer)}`;

export const buyerOfToken = (token: string): string | null => {
  const buyer = token.slice(0, BUYER_HASH_LENGTH);
  if (!BUYER_HASH.test(buyer)) return null;
  const signature = Buffer.from(token.slice(BUYER_HASH_LENGTH));
  const expected = Buffer.from(signatureOf(buyer));
  const isSigned = signature.length === expected.length && timingSafeEqual(signature, expected);
  return isSigned ? buyer : null;
};
