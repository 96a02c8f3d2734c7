import { closest } from './closest.ts';

/** What a placeholder stands for: `{ 'price:bundle': '$19.99' }` fills `{price:bundle}`. */
export type Facts = Readonly<Record<string, string>>;

/** A placeholder that stands for nothing, or a brace without its partner. */
export type Slip = {
  found: string;
  /** The placeholder that was probably meant. */
  meant: string | undefined;
};

// Braces with what stands between them, or one alone with the word beside it. Markdown writes the
// braces of a link's address as %7B and %7D.
const BRACES = /(?:\{|%7B)+([^{}\n]*?)(?:\}|%7D)+|(?:\{|%7B)([\w:-]*)|([\w:-]*)(?:\}|%7D)/gi;

function meantBy(words: string, known: readonly string[]): string | undefined {
  const word = words.replaceAll(/\s/g, '');
  if (word.length < 3) return undefined;
  const meant =
    closest(word, known) ?? known.find((name) => name.includes(word) || word.includes(name));
  return meant && `{${meant}}`;
}

/** `onSlip` gives what to put in the place of a slip. */
function replace(text: string, facts: Facts, onSlip: (slip: Slip) => string): string {
  return text.replace(BRACES, (found: string, ...words: (string | undefined)[]) => {
    const name = words.slice(0, 3).find((word) => word !== undefined) ?? '';
    const isWhole = /^(\{|%7B)[^{}%]*(\}|%7D)$/i.test(found);
    if (isWhole && Object.hasOwn(facts, name)) return facts[name] ?? '';
    return onSlip({ found, meant: meantBy(name, Object.keys(facts)) });
  });
}

/** What stands in braces in a text and is no placeholder. */
export function slipsIn(text: string, facts: Facts): Slip[] {
  const slips: Slip[] = [];
  replace(text, facts, (slip) => {
    slips.push(slip);
    return '';
  });
  return slips;
}

/** The text with the placeholders that were probably meant; a slip without one stays. */
export function mended(text: string, facts: Facts): string {
  const own = Object.fromEntries(Object.keys(facts).map((name) => [name, `{${name}}`]));
  return replace(text, own, ({ found, meant }) => meant ?? found);
}

/** A slip in words, without what to do about it. */
export function inWords({ found }: Slip): string {
  return /^(\{|%7B).*(\}|%7D)$/i.test(found)
    ? `${found} stands for nothing.`
    : `A brace without its partner: ${found}. Braces are for placeholders only, as in {brand}.`;
}

/** The placeholders there are, as they are written. */
export const listed = (facts: Facts): string =>
  `There are: ${Object.keys(facts)
    .map((name) => `{${name}}`)
    .join(' ')}.`;

/**
 * Puts the facts into a text. Throws on a placeholder that stands for nothing, and names those that do.
 *
 *     fill('All for {price:bundle}.', { 'price:bundle': '$19.99' })  // "All for $19.99."
 */
export function fill(text: string, facts: Facts): string {
  return replace(text, facts, (slip) => {
    const tip = slip.meant ? `Write ${slip.meant} if you meant that.` : 'Take it out.';
    throw new Error(`${inWords(slip)} ${tip} ${listed(facts)}`);
  });
}

/** The same for every text within a value. */
export function fillAll<T>(value: T, facts: Facts): T;
export function fillAll(value: unknown, facts: Facts): unknown {
  if (typeof value === 'string') return fill(value, facts);
  if (Array.isArray(value)) return value.map((item) => fillAll<unknown>(item, facts));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillAll<unknown>(item, facts)]),
  );
}
