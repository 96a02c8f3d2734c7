/** The values of placeholders: `{ 'price:bundle': '$19.99' }` fills `{price:bundle}`. */
export type Facts = Readonly<Record<string, string>>;

/** For placeholders that are filled in later: replaces each one with itself. */
export const unfilled = (names: readonly string[]): Facts =>
  Object.fromEntries(names.map((name) => [name, `{${name}}`]));

// Matches braces with the text between them, or a single brace with the word next to it. In a
// link's URL, Markdown escapes the braces as %7B and %7D.
const BRACES = /(?:\{|%7B)+[^{}\n]*?(?:\}|%7D)+|(?:\{|%7B)[\w:-]*|[\w:-]*(?:\}|%7D)/gi;
const WHOLE = /^(?:\{|%7B)([^{}%]*)(?:\}|%7D)$/i;

/** `braces` is a placeholder with its braces: "{brand}". Returns undefined if it is unknown. */
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

/** Applies `change` to every string in `value`, at any depth. */
export function mapTexts<T>(value: T, change: (text: string) => string): T;
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts<unknown>(item, change));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, mapTexts<unknown>(item, change)]),
  );
}

export const fillAll = <T>(value: T, facts: Facts): T =>
  mapTexts(value, (text) => fillPlaceholders(text, facts));
