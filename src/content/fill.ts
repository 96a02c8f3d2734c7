/** What a placeholder stands for: `{ 'price:bundle': '$19.99' }` fills `{price:bundle}`. */
export type Facts = Readonly<Record<string, string>>;

// Braces with what stands between them, or one alone with the word beside it. Markdown writes the
// braces of a link's address as %7B and %7D.
const BRACES = /(?:\{|%7B)+([^{}\n]*?)(?:\}|%7D)+|(?:\{|%7B)([\w:-]*)|([\w:-]*)(?:\}|%7D)/gi;

/** What is wrong with braces, `found`, around what is no placeholder. */
function inWords(found: string, facts: Facts): string {
  const says = /^(\{|%7B).*(\}|%7D)$/i.test(found)
    ? `${found} stands for nothing.`
    : `A brace without its partner: ${found}. Braces are for placeholders only, as in {brand}.`;
  const names = Object.keys(facts).map((name) => `{${name}}`);
  return `${says} Take it out, or write one of these: ${names.join(' ')}.`;
}

/** `onSlip` is told of each slip in words, and gives what to put in its place. */
function replace(text: string, facts: Facts, onSlip: (says: string) => string): string {
  return text.replace(BRACES, (found: string, ...words: (string | undefined)[]) => {
    const name = words.slice(0, 3).find((word) => word !== undefined) ?? '';
    const isWhole = /^(\{|%7B)[^{}%]*(\}|%7D)$/i.test(found);
    if (isWhole && Object.hasOwn(facts, name)) return facts[name] ?? '';
    return onSlip(inWords(found, facts));
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
