import type { Hue } from '../../samples/art/colors.ts';

/** A product as the owner's pages show it. */
export type AdminProduct = {
  readonly id: string;
  /** The short name, such as "Ages 6–10". */
  readonly label: string;
  /** The name under which buyers save the file. */
  readonly fileName: string;
  /** Such as "6–10". Null for the bundle. */
  readonly ages: string | null;
  readonly hue: Hue;
  /** The page count on the product's page in the shop. Null if the page gives none. */
  readonly pages: number | null;
};

const BUNDLE_WORDS = /\b(bundle|complete|all guides)\b/;

/** Lower case, with a single space for each run of other characters than letters and digits. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

function mentions(words: string, { id, ages }: AdminProduct): boolean {
  const [from, to] = ages?.split(/\D+/) ?? [];
  if (from && to) return RegExp(`\\b${from} (to |and )?${to}\\b|\\b${plain(id)}\\b`).test(words);
  return BUNDLE_WORDS.test(words);
}

/**
 * The product that a file name mentions, or null if it mentions none or several. The catalogue's name may be
 * only a part of it, because browsers and file managers add to names ("... (1).pdf", "... copy.pdf").
 */
export function guessProduct(
  fileName: string,
  products: readonly AdminProduct[],
): AdminProduct | null {
  const words = plain(fileName);
  const named = products.filter((one) => words.includes(plain(one.fileName.replace('.pdf', ''))));
  const meant = named.length > 0 ? named : products.filter((one) => mentions(words, one));
  return meant.length === 1 ? (meant[0] ?? null) : null;
}
