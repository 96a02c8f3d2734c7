import { createHmac, timingSafeEqual } from 'node:crypto';
import { ask } from '../clients/redis.ts';
import { getEnv } from '../env.ts';
import { orderKeys } from '../orders/redis-keys.ts';

/** Whether a buyer wants no edition announcements. */
export const hasOptedOut = async (buyer: string): Promise<boolean> =>
  (await ask((pipeline) => pipeline.sismember(orderKeys().optedOut, buyer))) === 1;

export const optOut = async (buyer: string): Promise<void> =>
  void (await ask((pipeline) => pipeline.sadd(orderKeys().optedOut, buyer)));

export const optIn = async (buyer: string): Promise<void> =>
  void (await ask((pipeline) => pipeline.srem(orderKeys().optedOut, buyer)));

const BUYER = /^[0-9a-f]{32}$/;

const signatureOf = (buyer: string, secret: string): string =>
  createHmac('sha256', `stop-news:${secret}`).update(buyer).digest('hex').slice(0, 32);

/**
 * The token in a buyer's emails that stops edition announcements. It does not expire, gives no other access, and does
 * not reveal the address. It is signed and not sealed, since an email must be the same each time it is composed.
 */
export const stopToken = (buyer: string, secret = getEnv().SIGNING_SECRET): string =>
  `${buyer}${signatureOf(buyer, secret)}`;

/** The buyer of a token; null where this shop has not signed it. */
export const buyerOfToken = (token: string): string | null => {
  const [buyer, signature] = [token.slice(0, 32), token.slice(32)];
  if (!BUYER.test(buyer)) return null;
  const expected = Buffer.from(signatureOf(buyer, getEnv().SIGNING_SECRET));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? buyer : null;
};
