/** Stripe rejects ids that start differently or have more than 66 characters. */
export const SESSION_ID = /^cs_(?:test|live)_\w{1,58}$/;

/**
 * Finds a session id in a pasted link or other text. Ignores characters that mail programs append
 * to a link.
 *
 *     findSessionId('cs_test_a1b2c3=3D).')  // "cs_test_a1b2c3"
 */
export const findSessionId = (text: string): string | null => {
  const id = /cs_(?:test|live)_\w+/.exec(text)?.[0];
  return id !== undefined && SESSION_ID.test(id) ? id : null;
};

/** Returns the last 8 characters, which, unlike the whole id, give no access. */
export const orderReference = (sessionId: string): string => sessionId.slice(-8);

export const ORDER_NUMBER = /^[\dA-F]{4}(-[\dA-F]{4}){2}$/;

/** "Order MSK-01F3-4AD8-A31F", as on pages, in emails and in PDFs. */
export const orderName = (number: string): string => `Order MSK-${number}`;

/** The text whose SHA-256 digest `numberFrom` formats as an order number. */
export const numberedText = (sessionId: string): string => `order-number:${sessionId}`;

/** Formats the first 48 bits of a digest as an order number. */
export const numberFrom = (digest: Uint8Array): string =>
  Array.from(digest.subarray(0, 6), (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()
    .replaceAll(/.{4}(?=.)/g, '$&-');

/**
 * The session id cannot be derived from an order number, so the number gives no access. The chance
 * that two of 100,000 orders share a number is below 1 in 50,000. Rejects if `crypto.subtle` is
 * missing: browsers provide it only on HTTPS and on localhost.
 *
 *     await orderNumber('cs_test_a1b2c3')  // "01F3-4AD8-A31F"
 */
export async function orderNumber(sessionId: string): Promise<string> {
  const text = new TextEncoder().encode(numberedText(sessionId));
  return numberFrom(new Uint8Array(await crypto.subtle.digest('SHA-256', text)));
}
