import { SESSION_ID } from '#contract/order-number.ts';

/** What the owner looks for. A name is an order number, the end of one, a reference or a payment id; in lower case. */
export type Query =
  { readonly session: string } | { readonly email: string } | { readonly name: string };

const EMAIL = /[^\s<>,;:"()?]+@[^\s<>,;:"()?]+/;
/** Also within other text, as in the line of a PDF: "Order MSK-01F3-4AD8-A31F, for personal use". */
const NUMBER = /(?<![\w-])(?:MSK-)?((?:[\dA-F]{4}[\s-]*){2}[\dA-F]{4})(?![\w-])/i;
/** A reference, with the mark before it on the buyer's page, or the end of a number. */
const SHORT = /^[#…\s]*(\w{8}|[\dA-F]{4}[\s-]+[\dA-F]{4})$/i;
const PAYMENT = /^pi_\w+$/;

const joined = (groups: string): string => groups.replaceAll(/[\s-]+/g, '').toLowerCase();

/** What the owner typed or pasted; null if no order can have it. */
export const readQuery = (query: string): Query | null => {
  const words = query.trim();
  const [email] = EMAIL.exec(words) ?? [];
  if (email !== undefined) return { email };
  if (words.startsWith('cs_')) return SESSION_ID.test(words) ? { session: words } : null;
  if (PAYMENT.test(words)) return { name: words.toLowerCase() };
  const name = NUMBER.exec(words)?.[1] ?? SHORT.exec(words)?.[1];
  return name === undefined ? null : { name: joined(name) };
};
