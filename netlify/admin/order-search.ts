import { findSessionId } from '#contract/order-number.ts';
import { CODE } from '#contract/promotion-code.ts';

export type OrderQuery =
  | { readonly session: string }
  | { readonly email: string }
  | {
      /** An order number or the end of one, a reference, or a payment id, in lower case. */
      readonly name: string | null;
      /** A promotion code. The same text may also be a `name`. */
      readonly code: string | null;
    };

const EMAIL = /[^\s<>,;:"'“”‘()][^\s<>,;:"“”‘()]*@[^\s<>,;:"'“”‘’()?!]*[\p{L}\p{N}]/u;
/** Also found within a sentence: "Order MSK-01F3-4AD8-A31F, for personal use". */
const ORDER_NUMBER = /(?<![\w-])(?:MSK[\s-]*)?((?:[\dA-F]{4}[\s-]*){2}[\dA-F]{4})(?![\w-])/i;
const END_OF_ORDER_NUMBER = /^([\dA-F]{4}[\s-]+[\dA-F]{4})\W*$/i;
/** Accepts the leading `#` or `…` that the buyer's page shows. */
const REFERENCE = /^[#…\s]*(\w{8})$/;
const PAYMENT_ID = /\bpi_\w+/;

const findName = (text: string): string | undefined => {
  const paymentId = PAYMENT_ID.exec(text)?.[0];
  if (paymentId !== undefined) return paymentId;
  const number = ORDER_NUMBER.exec(text)?.[1] ?? END_OF_ORDER_NUMBER.exec(text)?.[1];
  if (number !== undefined) return number.replaceAll(/[\s-]+/g, '');
  return REFERENCE.exec(text)?.[1];
};

/**
 * Finds an order's identifier in typed or pasted text. Returns null if there is none and the text
 * cannot be a promotion code.
 *
 * @example
 * parseOrderSearch('Order MSK-01F3-4AD8-A31F.') // { name: '01f34ad8a31f', code: null }
 * parseOrderSearch('Jane Doe <jane@example.com>') // { email: 'jane@example.com' }
 */
export const parseOrderSearch = (typed: string): OrderQuery | null => {
  // Phones and mail programs replace hyphens and apostrophes with other characters.
  const text = typed
    .trim()
    .replaceAll(/\p{Dash}/gu, '-')
    .replaceAll('’', "'");
  const session = findSessionId(text);
  if (session !== null) return { session };
  const email = EMAIL.exec(text)?.[0];
  if (email !== undefined) return { email };
  const name = findName(text)?.toLowerCase() ?? null;
  const code = CODE.test(text) ? text : null;
  return name === null && code === null ? null : { name, code };
};
