import { hash } from 'node:crypto';
import { SESSION_ID, numberFrom, numberedText, orderReference } from '#contract/order-number.ts';

/** `orderNumber` of the contract, but synchronous: Netlify may freeze a function before Web Crypto answers for its log. */
export const numberOf = (sessionId: string): string =>
  numberFrom(hash('sha256', numberedText(sessionId), 'buffer'));

/** An order number as it is indexed: "01F34AD8A31F". */
export const plainNumber = (number: string): string => number.replaceAll('-', '');

/**
 * The names that find an order besides its session: its number, the number's last two groups, and its reference. None of
 * them gives access. The short ones are in lower case, so that case does not matter to whoever types them.
 */
export const namesOf = (sessionId: string): string[] => {
  const number = plainNumber(numberOf(sessionId));
  return [number, number.slice(4).toLowerCase(), orderReference(sessionId).toLowerCase()];
};

export type Query =
  | { readonly session: string }
  | { readonly payment: string }
  | { readonly email: string }
  | { readonly name: string };

const EMAIL = /[^\s<>,;:"()]+@[^\s<>,;:"()]+/;
/** Also within other text, as in the line of a PDF: "Order MSK-01F3-4AD8-A31F, for personal use". */
const NUMBER = /(?<![\w-])(?:MSK-)?((?:[\dA-F]{4}[\s-]*){2}[\dA-F]{4})(?![\w-])/i;
/** A reference, with the mark before it on the buyer's page, or the end of a number. */
const SHORT = /^[#…\s]*(\w{8}|[\dA-F]{4}[\s-]+[\dA-F]{4})$/i;

const joined = (groups: string): string => groups.replaceAll(/[\s-]+/g, '');

/** What the owner typed or pasted; null where no order can have it. */
export const readQuery = (query: string): Query | null => {
  const words = query.trim();
  const [email] = EMAIL.exec(words) ?? [];
  if (email !== undefined) return { email };
  if (words.startsWith('cs_')) return SESSION_ID.test(words) ? { session: words } : null;
  if (/^pi_\w+$/.test(words)) return { payment: words };
  const number = NUMBER.exec(words)?.[1];
  if (number !== undefined) return { name: joined(number).toUpperCase() };
  const short = SHORT.exec(words)?.[1];
  return short === undefined ? null : { name: joined(short).toLowerCase() };
};
