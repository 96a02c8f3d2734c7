import { findSessionId } from '#contract/order-number.ts';

/** The owner's search. A name is an order number or its end, a reference or a payment id, in lower case. */
export type Query =
  { readonly session: string } | { readonly email: string } | { readonly name: string };

/** Ends in a letter or digit, so that the full stop of its sentence stays out. */
const EMAIL = /[^\s<>,;:"“”‘()?[\]]+@[^\s<>,;:"“”‘’()?![\]]*[\p{L}\p{N}]/u;
/** Also within other text, as in the line of a PDF: "Order MSK-01F3-4AD8-A31F, for personal use". People type O for 0. */
const NUMBER = /(?<![\w-])(?:MSK[\s-]*)?((?:[\dA-FO]{4}[\s-]*){2}[\dA-FO]{4})(?![\w-])/i;
const END_OF_NUMBER = /^([\dA-FO]{4}[\s-]+[\dA-FO]{4})$/i;
/** With the mark before it on the buyer's page. */
const REFERENCE = /^[#…\s]*(\w{8})$/;
const PAYMENT = /\bpi_\w+/;

/** Characters that mail programs and phones write for a hyphen, and those that nobody sees. */
const HYPHENS = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g;
const INVISIBLE = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;
/** Phones write ’ for the apostrophe that an address can have. */
const CURLY = /’/g;
const AROUND = /^[\s"'“”‘’([]+|[\s"'“”‘’)\].,;:!?]+$/g;

const numberIn = (groups: string): string =>
  groups.replaceAll(/[\s-]+/g, '').replaceAll(/o/gi, '0');

/** The search in a typed or pasted text, without the words around it; null if no order can match. */
export const readQuery = (query: string): Query | null => {
  const words = query
    .replaceAll(INVISIBLE, '')
    .replaceAll(HYPHENS, '-')
    .replaceAll(AROUND, '')
    .replaceAll(CURLY, "'");
  const session = findSessionId(words);
  if (session !== null) return { session };
  const [email] = EMAIL.exec(words) ?? [];
  if (email !== undefined) return { email };
  const [payment] = PAYMENT.exec(words) ?? [];
  if (payment !== undefined) return { name: payment.toLowerCase() };
  const groups = NUMBER.exec(words)?.[1] ?? END_OF_NUMBER.exec(words)?.[1];
  const name = groups === undefined ? REFERENCE.exec(words)?.[1] : numberIn(groups);
  return name === undefined ? null : { name: name.toLowerCase() };
};
