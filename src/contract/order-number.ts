/** Stripe rejects ids that start differently or have more than 66 characters. */
export const SESSION_ID = /^cs_(?:test|live)_\w{1,58}$/;

/**
 * The session id in a text, such as a pasted link or an address with more at its end; null if there is none. Nothing
 * that a mail program adds to a link can be part of an id.
 *
 *     findSessionId('cs_test_a1b2c3=3D).')  // "cs_test_a1b2c3"
 */
export const findSessionId = (text: string): string | null => {
  const [found] = /cs_(?:test|live)_\w+/.exec(text) ?? [];
  return found !== undefined && SESSION_ID.test(found) ? found : null;
};

/** The last 8 characters, which a buyer can read to support without giving away the key. */
export const orderReference = (sessionId: string): string => sessionId.slice(-8);

/** An order's number, as below. */
export const ORDER_NUMBER = /^[\dA-F]{4}(-[\dA-F]{4}){2}$/;

/** What people call an order by its number: "Order MSK-01F3-4AD8-A31F". */
export const orderName = (number: string): string => `Order MSK-${number}`;

const GROUPS = 3;
const BYTES_PER_GROUP = 2;

const hex = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0');

/** The text whose SHA-256 gives the number. */
export const numberedText = (sessionId: string): string => `order-number:${sessionId}`;

/** The number from that digest. */
export const numberFrom = (digest: Uint8Array): string => {
  const groups = Array.from({ length: GROUPS }, (_, group) =>
    digest.subarray(group * BYTES_PER_GROUP, (group + 1) * BYTES_PER_GROUP),
  );
  return groups.map((bytes) => Array.from(bytes, hex).join('')).join('-');
};

/**
 * An order number that others may know. It is always the same for a session, and nobody can derive the session's id,
 * the buyer's key, from it. It has 48 bits of a SHA-256: among a hundred thousand orders, two share one with a chance
 * of less than 1 in 50,000. Rejects if the browser has no `crypto.subtle`: outside https and localhost.
 *
 *     await orderNumber('cs_test_a1b2c3')  // "01F3-4AD8-A31F"
 */
export async function orderNumber(sessionId: string): Promise<string> {
  const text = new TextEncoder().encode(numberedText(sessionId));
  return numberFrom(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
}
