import { createHmac, timingSafeEqual } from 'node:crypto';
import { orderKeys } from '../orders/keys.ts';
import { getEnv } from '../platform/env.ts';
import { callRedis } from '../platform/redis.ts';

/** Whether a buyer wants no announcements. */
export const isUnsubscribed = async (buyer: string): Promise<boolean> =>
  (await callRedis((pipeline) => pipeline.sismember(orderKeys.unsubscribed(), buyer))) === 1;

export const unsubscribe = async (buyer: string): Promise<void> =>
  void (await callRedis((pipeline) => pipeline.sadd(orderKeys.unsubscribed(), buyer)));

export const subscribe = async (buyer: string): Promise<void> =>
  void (await callRedis((pipeline) => pipeline.srem(orderKeys.unsubscribed(), buyer)));

const BUYER = /^[0-9a-f]{32}$/;

const signatureOf = (buyer: string): string =>
  // The old name of the route, so that links in earlier emails keep working.
  createHmac('sha256', `stop-news:${getEnv().SIGNING_SECRET}`)
    .update(buyer)
    .digest('hex')
    .slice(0, 32);

/**
 * The link in a buyer's emails that ends announcements. It does not expire, gives no other access, and does not reveal
 * the address. Its token is signed and not sealed, since an email must be the same each time it is composed.
 */
export const unsubscribeLink = (buyer: string): string =>
  `${getEnv().PUBLIC_SITE_URL}/api/unsubscribe?token=${buyer}${signatureOf(buyer)}`;

/** The buyer of a token; null for one that this shop has not signed. */
export const buyerOfToken = (token: string): string | null => {
  const [buyer, signature] = [token.slice(0, 32), Buffer.from(token.slice(32))];
  if (!BUYER.test(buyer)) return null;
  const expected = Buffer.from(signatureOf(buyer));
  const isSigned = signature.length === expected.length && timingSafeEqual(signature, expected);
  return isSigned ? buyer : null;
};
