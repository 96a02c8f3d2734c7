/** The values of placeholders: `{ 'price:bundle': '$19.99' }` fills `{price:bundle}`. */
export type Facts = Readonly<Record<string, string>>;

// Braces and the text between them, or a single brace and the word beside it. Markdown writes the braces of
// a link's address as %7B and %7D.
const BRACES = /(?:\{|%7B)+([^{}\n]*?)(?:\}|%7D)+|(?:\{|%7B)([\w:-]*)|([\w:-]*)(?:\}|%7D)/gi;

/** The error for braces, `found`, that hold no known placeholder. */
function errorFor(found: string, facts: Facts): string {
  const says = /^(\{|%7B).*(\}|%7D)$/i.test(found)
    ? `${found} is not a placeholder.`
    : `A brace is missing its partner: ${found}. Use braces only for placeholders, as in {brand}.`;
  const names = Object.keys(facts).map((name) => `{${name}}`);
  return `${says} Remove it, or use one of these: ${names.join(' ')}.`;
}

/** Fills in the facts. `onError` gets each error, worded for the editor, and returns what to print instead. */
function replace(text: string, facts: Facts, onError: (says: string) => string): string {
  return text.replace(BRACES, (found: string, ...words: (string | undefined)[]) => {
    const name = words.slice(0, 3).find((word) => word !== undefined) ?? '';
    const isWhole = /^(\{|%7B)[^{}%]*(\}|%7D)$/i.test(found);
    if (isWhole && Object.hasOwn(facts, name)) return facts[name] ?? '';
    return onError(errorFor(found, facts));
  });
}

/** The braces of a text that hold no known placeholder, each as an error for the editor. */
export function placeholderErrors(text: string, facts: Facts): string[] {
  const errors: string[] = [];
  replace(text, facts, (says) => {
    errors.push(says);
    return '';
  });
  return errors;
}

/**
 * Fills the facts into a text. Throws on an unknown placeholder, and names the known ones.
 *
 *     fill('All for {price:bundle}.', { 'price:bundle': '$19.99' })  // "All for $19.99."
 */
export function fill(text: string, facts: Facts): string {
  return replace(text, facts, (says) => {
    throw new Error(says);
  });
}

/** Fills the facts into every text within a value. Throws as `fill` does. */
export function fillAll<T>(value: T, facts: Facts): T;
export function fillAll(value: unknown, facts: Facts): unknown {
  if (typeof value === 'string') return fill(value, facts);
  if (Array.isArray(value)) return value.map((item) => fillAll<unknown>(item, facts));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, fillAll<unknown>(item, facts)]),
  );
}
