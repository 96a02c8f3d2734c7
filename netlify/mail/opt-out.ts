import { createHmac, timingSafeEqual } from 'node:crypto';
import { getEnv } from '../env.ts';
import { orderKeys } from '../orders/redis-keys.ts';
import { ask } from './shop.ts';

/** Whether a buyer, by what stands for their address, wants no edition announcements. It lasts. */
export const hasOptedOut = async (buyer: string): Promise<boolean> =>
  (await ask((pipeline) => pipeline.sismember(orderKeys().noNews, buyer))) === 1;

export const optOut = async (buyer: string): Promise<void> =>
  void (await ask((pipeline) => pipeline.sadd(orderKeys().noNews, buyer)));

export const optIn = async (buyer: string): Promise<void> =>
  void (await ask((pipeline) => pipeline.srem(orderKeys().noNews, buyer)));

const BUYER = /^[0-9a-f]{32}$/;

const signatureOf = (buyer: string, secret: string): string =>
  createHmac('sha256', `stop-news:${secret}`).update(buyer).digest('hex').slice(0, 32);

/**
 * What a buyer's emails name them by, to stop edition announcements. It lasts, opens nothing else, and leads back to no
 * address. Signed and not sealed: the same email has to be the same to the letter each time it is made.
 */
export const stopToken = (buyer: string, secret = getEnv().SIGNING_SECRET): string =>
  `${buyer}${signatureOf(buyer, secret)}`;

/** Whose token it is; null for anything that this shop has not signed. */
export const buyerOfToken = (token: string): string | null => {
  const [buyer, signature] = [token.slice(0, 32), token.slice(32)];
  if (!BUYER.test(buyer)) return null;
  const expected = Buffer.from(signatureOf(buyer, getEnv().SIGNING_SECRET));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? buyer : null;
};
