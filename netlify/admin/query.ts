import { findSessionId } from '#contract/order-number.ts';

/** The owner's search. A name is an order number or its end, a reference or a payment id, in lower case. */
export type Query =
  | { readonly session: string }
  | { readonly email: string }
  | { readonly name: string };

const EMAIL = /[^\s<>,;:"'“”‘()][^\s<>,;:"“”‘()]*@[^\s<>,;:"'“”‘’()?!]*[\p{L}\p{N}]/u;
/** Also within other text, as in the line of a PDF: "Order MSK-01F3-4AD8-A31F, for personal use". */
const NUMBER = /(?<![\w-])(?:MSK[\s-]*)?((?:[\dA-F]{4}[\s-]*){2}[\dA-F]{4})(?![\w-])/i;
const END_OF_NUMBER = /^([\dA-F]{4}[\s-]+[\dA-F]{4})\W*$/i;
/** With the mark before it on the buyer's page. */
const REFERENCE = /^[#…\s]*(\w{8})$/;
const PAYMENT = /\bpi_\w+/;

/** The search in a typed or pasted text, without the words around it; null if no order can match. */
export const parseOrderSearch = (query: string): Query | null => {
  // Phones and mail programs write other hyphens and apostrophes.
  const words = query
    .trim()
    .replaceAll(/\p{Dash}/gu, '-')
    .replaceAll('’', "'");
  const session = findSessionId(words);
  if (session !== null) return { session };
  const [email] = EMAIL.exec(words) ?? [];
  if (email !== undefined) return { email };
  const [payment] = PAYMENT.exec(words) ?? [];
  const number = NUMBER.exec(words)?.[1] ?? END_OF_NUMBER.exec(words)?.[1];
  const name = payment ?? number?.replaceAll(/[\s-]+/g, '') ?? REFERENCE.exec(words)?.[1];
  return name === undefined ? null : { name: name.toLowerCase() };
};
