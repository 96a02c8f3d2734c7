import type { Hue } from '../../samples/art/colors.ts';

/** A product of the shop, as the owner's page shows it. */
export type AdminProduct = {
  readonly id: string;
  /** As the owner calls it: "Ages 6–10". */
  readonly label: string;
  /** What buyers save it under. */
  readonly fileName: string;
  /** As in "6–10"; null for the bundle. */
  readonly ages: string | null;
  readonly hue: Hue;
  /** How many pages the shop tells buyers of; null where it does not say. */
  readonly pages: number | null;
};

const BUNDLE_WORDS = /\b(bundle|complete|all guides)\b/;

/** Lower case, and one space for everything that is neither a letter nor a digit. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const withoutExtension = (fileName: string): string => fileName.replace(/\.pdf$/i, '');

function speaksOf(words: string, { id, ages }: AdminProduct): boolean {
  const [from, to] = ages?.split(/\D+/) ?? [];
  if (from && to) return RegExp(`\\b${from} (to |and )?${to}\\b|\\b${plain(id)}\\b`).test(words);
  return BUNDLE_WORDS.test(words);
}

/**
 * The product that a file's name speaks of, or null where it speaks of none or of several. Browsers and
 * file managers add to the catalogue's name ("... (1).pdf", "... copy.pdf"), so it may stand within.
 */
export function guessProduct(
  fileName: string,
  products: readonly AdminProduct[],
): AdminProduct | null {
  const words = plain(withoutExtension(fileName));
  const named = products.filter((one) => words.includes(plain(withoutExtension(one.fileName))));
  const meant = named.length > 0 ? named : products.filter((one) => speaksOf(words, one));
  return meant.length === 1 ? (meant[0] ?? null) : null;
}
