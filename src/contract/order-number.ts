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

/** An order's number as pages, emails and PDFs write it: "Order MSK-01F3-4AD8-A31F". */
export const orderName = (number: string): string => `Order MSK-${number}`;

/** The text whose SHA-256 gives the number. */
export const numberedText = (sessionId: string): string => `order-number:${sessionId}`;

/** The number from that digest: its first 48 bits. */
export const numberFrom = (digest: Uint8Array): string =>
  Array.from(digest.subarray(0, 6), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
    .replaceAll(/.{4}(?=.)/g, '$&-');

/**
 * An order number that others may know. It is always the same for a session, and nobody can derive the session's id,
 * the buyer's key, from it. Among a hundred thousand orders, two share a number with a chance of less than 1 in 50,000.
 * Rejects if the browser has no `crypto.subtle`: outside https and localhost.
 *
 *     await orderNumber('cs_test_a1b2c3')  // "01F3-4AD8-A31F"
 */
export async function orderNumber(sessionId: string): Promise<string> {
  const text = new TextEncoder().encode(numberedText(sessionId));
  return numberFrom(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
}
