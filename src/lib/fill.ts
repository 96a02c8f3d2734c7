import { closest } from './closest.ts';

/** What a placeholder stands for: `{ 'price:bundle': '$19.99' }` fills `{price:bundle}`. */
export type Facts = Readonly<Record<string, string>>;

// Markdown writes the braces of a link's address as %7B and %7D.
const PLACEHOLDER = /(?:\{|%7B)([a-z][a-z0-9:-]*)(?:\}|%7D)/gi;

/**
 * Puts the facts into a text. Throws on a placeholder that stands for nothing, and names those that do.
 *
 *     fill('All for {price:bundle}.', { 'price:bundle': '$19.99' })  // "All for $19.99."
 */
export function fill(text: string, facts: Facts): string {
  return text.replace(PLACEHOLDER, (placeholder, name: string) => {
    const value = facts[name];
    if (value !== undefined) return value;
    const known = Object.keys(facts);
    const meant = closest(name, known);
    const all = known.map((fact) => `{${fact}}`).join(' ');
    const tip = meant ? `Write {${meant}} if you meant that.` : 'Take it out.';
    throw new Error(`${placeholder} stands for nothing. ${tip} There are: ${all}.`);
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
