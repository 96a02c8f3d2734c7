import { createHmac, timingSafeEqual } from 'node:crypto';

const BUYER = /^[0-9a-f]{32}$/;

const signatureOf = (buyer: string, secret: string): string =>
  createHmac('sha256', `stop-news:${secret}`).update(buyer).digest('hex').slice(0, 32);

/**
 * What a buyer's mails name them by, to stop news of new editions. It lasts, opens nothing else, and leads back to no
 * address. Signed and not sealed: the same mail has to be the same to the letter each time it is made.
 */
export const stopToken = (buyer: string, secret: string): string =>
  `${buyer}${signatureOf(buyer, secret)}`;

/** Whose token it is; null for anything that this shop has not signed. */
export const buyerOfToken = (token: string, secret: string): string | null => {
  const [buyer, signature] = [token.slice(0, 32), token.slice(32)];
  if (!BUYER.test(buyer)) return null;
  const expected = Buffer.from(signatureOf(buyer, secret));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) ? buyer : null;
};
