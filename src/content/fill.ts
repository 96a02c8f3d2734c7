import { closest } from './closest.ts';

/** What a placeholder stands for: `{ 'price:bundle': '$19.99' }` fills `{price:bundle}`. */
export type Facts = Readonly<Record<string, string>>;

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

/** What is wrong with braces, `found`, around what is no placeholder, and what to write. */
function inWords(found: string, name: string, facts: Facts): string {
  const known = Object.keys(facts);
  const meant = meantBy(name, known);
  const says = /^(\{|%7B).*(\}|%7D)$/i.test(found)
    ? `${found} stands for nothing.`
    : `A brace without its partner: ${found}. Braces are for placeholders only, as in {brand}.`;
  const tip = meant ? `Write ${meant} if you meant that.` : 'Take it out.';
  return `${says} ${tip} There are: ${known.map((fact) => `{${fact}}`).join(' ')}.`;
}

/** `onSlip` is told of each slip in words, and gives what to put in its place. */
function replace(text: string, facts: Facts, onSlip: (says: string) => string): string {
  return text.replace(BRACES, (found: string, ...words: (string | undefined)[]) => {
    const name = words.slice(0, 3).find((word) => word !== undefined) ?? '';
    const isWhole = /^(\{|%7B)[^{}%]*(\}|%7D)$/i.test(found);
    if (isWhole && Object.hasOwn(facts, name)) return facts[name] ?? '';
    return onSlip(inWords(found, name, facts));
  });
}

/** What stands in braces in a text and is no placeholder, each in words for the text's editor. */
export function slipsIn(text: string, facts: Facts): string[] {
  const slips: string[] = [];
  replace(text, facts, (says) => {
    slips.push(says);
    return '';
  });
  return slips;
}

/**
 * Puts the facts into a text. Throws on a placeholder that stands for nothing, and names those that do.
 *
 *     fill('All for {price:bundle}.', { 'price:bundle': '$19.99' })  // "All for $19.99."
 */
export function fill(text: string, facts: Facts): string {
  return replace(text, facts, (says) => {
    throw new Error(says);
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
