import type { z } from 'astro/zod';
import type { Product } from '../contract/catalog.ts';
import { money } from '../contract/money.ts';
import type { parts } from './schemas/parts.ts';

/** The values of placeholders: `{ 'price:bundle': '$19.99' }` fills `{price:bundle}`. */
export type Facts = Readonly<Record<string, string>>;

/** Keeps placeholders that are filled in later: each one is replaced with itself. */
export const unfilled = (names: readonly string[]): Facts =>
  Object.fromEntries(names.map((name) => [name, `{${name}}`]));

// Braces with the text between them, or a single brace with the word next to it. Markdown escapes
// the braces in a link's address as %7B and %7D.
const BRACES = /(?:\{|%7B)+[^{}\n]*?(?:\}|%7D)+|(?:\{|%7B)[\w:-]*|[\w:-]*(?:\}|%7D)/gi;
const WHOLE = /^(?:\{|%7B)([^{}%]*)(?:\}|%7D)$/i;

/** The value of a placeholder with its braces, such as "{brand}"; undefined if it is not one. */
const placeholderValue = (braces: string, facts: Facts): string | undefined => {
  const name = WHOLE.exec(braces)?.[1];
  return name !== undefined && Object.hasOwn(facts, name) ? facts[name] : undefined;
};

export function placeholderErrors(text: string, facts: Facts): string[] {
  const names = Object.keys(facts).map((name) => `{${name}}`);
  const unknown =
    text.match(BRACES)?.filter((found) => placeholderValue(found, facts) === undefined) ?? [];
  return unknown.map((found) => {
    const message = /^(\{|%7B).*(\}|%7D)$/i.test(found)
      ? `${found} is not a placeholder.`
      : `A brace is missing its partner: ${found}. Use braces only for placeholders, as in {brand}.`;
    return `${message} Remove it, or use one of these: ${names.join(' ')}.`;
  });
}

/**
 *     fillPlaceholders('Now {price:bundle}', { 'price:bundle': '$19.99' })  // "Now $19.99"
 */
export const fillPlaceholders = (text: string, facts: Facts): string =>
  text.replace(BRACES, (found) => placeholderValue(found, facts) ?? found);

export function fillAll<T>(value: T, facts: Facts): T;
export function fillAll(value: unknown, facts: Facts): unknown {
  if (typeof value === 'string') return fillPlaceholders(value, facts);
  if (Array.isArray(value)) return value.map((item) => fillAll<unknown>(item, facts));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillAll<unknown>(item, facts)]),
  );
}

type Priced = Pick<Product, 'id' | 'product_type' | 'price_in_cents' | 'is_active'>;
type Counted = { product: string; lessonsOnHome: number };
type Site = Omit<z.infer<typeof parts.site.schema>, 'claim'>;

/** What the bundle contains, and what its guides cost when bought one by one. */
export function bundleSums(products: readonly Priced[], guides: readonly Counted[]) {
  let count = 0;
  let lessons = 0;
  let separatelyInCents = 0;
  for (const { product: id, lessonsOnHome } of guides) {
    const product = products.find((one) => one.id === id && one.is_active);
    if (!product) continue;
    count += 1;
    lessons += lessonsOnHome;
    separatelyInCents += product.price_in_cents;
  }
  const bundle = products.find(({ product_type }) => product_type === 'bundle');
  const savingInCents = separatelyInCents - (bundle?.price_in_cents ?? 0);
  return { guides: count, lessons, separatelyInCents, savingInCents };
}

export function factsOf(
  site: Site,
  products: readonly Priced[],
  guides: readonly Counted[],
): Facts {
  const sums = bundleSums(products, guides);
  return {
    ...Object.fromEntries(
      products.map(({ id, price_in_cents }) => [`price:${id}`, money(price_in_cents)]),
    ),
    separately: money(sums.separatelyInCents),
    saving: money(sums.savingInCents),
    lessons: String(sums.lessons),
    refundDays: String(site.refundWindowDays),
    brand: site.brand,
    supportEmail: site.supportEmail,
    imprint: [site.legalName, site.postalAddress].filter(Boolean).join(', '),
  };
}
