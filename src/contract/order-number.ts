/** Stripe calls an id malformed that begins in another way or has more than 66 characters. */
export const SESSION_ID = /^cs_(?:test|live)_\w{1,58}$/;

/** What a buyer may read out to support: the last 8 characters, never the whole key. */
export const orderReference = (sessionId: string): string => sessionId.slice(-8);

const GROUPS = 3;
const BYTES_PER_GROUP = 2;

const hex = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0');

/** What the number is taken from, by its SHA-256. */
export const numberedText = (sessionId: string): string => `order-number:${sessionId}`;

/** The number by that digest. */
export const numberFrom = (digest: Uint8Array): string => {
  const groups = Array.from({ length: GROUPS }, (_, group) =>
    digest.subarray(group * BYTES_PER_GROUP, (group + 1) * BYTES_PER_GROUP),
  );
  return groups.map((bytes) => Array.from(bytes, hex).join('')).join('-');
};

/**
 * A number for an order that others may know: the same for the same session, and of no use to who
 * would like to have the session's id, which is the buyer's key. 48 bits of its SHA-256, so that two
 * orders out of a hundred thousand share one with a chance of less than 1 in 50,000. Rejects where the
 * browser has no `crypto.subtle`, which is outside of https and localhost.
 *
 *     await orderNumber('cs_test_a1b2c3')  // "01F3-4AD8-A31F"
 */
export async function orderNumber(sessionId: string): Promise<string> {
  const text = new TextEncoder().encode(numberedText(sessionId));
  return numberFrom(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
}
