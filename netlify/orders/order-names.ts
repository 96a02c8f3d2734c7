import { hash } from 'node:crypto';
import { SESSION_ID, numberFrom, numberedText, orderReference } from '#contract/order-number.ts';

/**
 * As `orderNumber` of the contract, but at once: Web Crypto takes a thread for each and answers later, and
 * what is frozen after its answer would lose its line of the log.
 */
export const numberOf = (sessionId: string): string =>
  numberFrom(hash('sha256', numberedText(sessionId), 'buffer'));

/** An order number as it is looked for: "01F34AD8A31F". */
const plain = (number: string): string => number.replaceAll('-', '');

/** By what an order can be found besides its session: none of it opens anything. */
export const namesOf = (sessionId: string): string[] => [
  plain(numberOf(sessionId)),
  orderReference(sessionId),
];

export type Query =
  { readonly session: string } | { readonly payment: string } | { readonly name: string };

const PLAIN_NUMBER = /^[\dA-F]{12}$/;

/** What the owner may have typed or pasted; null for what can be no order's. */
export const readQuery = (query: string): Query | null => {
  const words = query.trim();
  if (SESSION_ID.test(words)) return { session: words };
  if (/^pi_\w+$/.test(words)) return { payment: words };
  const number = words.replace(/[\s-]/g, '').toUpperCase();
  if (PLAIN_NUMBER.test(number)) return { name: number };
  // As it stands on the buyer's page, the mark before it included.
  const reference = words.replace(/^[#…\s]+/, '');
  return /^\w{8}$/.test(reference) ? { name: reference } : null;
};
