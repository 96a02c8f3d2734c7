import { stringify } from 'yaml';
import type { FieldNote } from './fields.ts';

/** How many letters must change to turn one word into the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** The word that was probably meant, if any comes close. */
export function closest(word: string, words: readonly string[]): string | undefined {
  const ranked = words
    .map((known) => ({ known, away: distance(word.toLowerCase(), known.toLowerCase()) }))
    .sort((a, b) => a.away - b.away);
  const best = ranked[0];
  return best && best.away <= Math.max(2, word.length / 3) ? best.known : undefined;
}

function shortened(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  return cut.slice(0, cut.lastIndexOf(' ') > 0 ? cut.lastIndexOf(' ') : max);
}

export type Expected = {
  /** "string", "number", "boolean" …, as zod names what it wanted. */
  type?: string | undefined;
  words?: readonly string[] | undefined;
  maxLength?: number | undefined;
};

const KINDS: Record<string, (value: string) => unknown> = {
  number: Number,
  int: Number,
  boolean: (value) => (/^(true|yes|on)$/i.test(value) ? true : undefined),
  string: String,
};

/** What the editor most likely meant: the value mended where it can be, else the example. */
export function correctedValue(value: unknown, expected: Expected, note: FieldNote): unknown {
  const { type, words, maxLength } = expected;
  if (value === undefined || value === null) return note.example;
  if (note.mend) return note.mend(value);
  if (words) return closest(String(value), words) ?? words[0];
  if (maxLength !== undefined && typeof value === 'string') return shortened(value, maxLength);
  const mended = typeof value === 'object' ? undefined : KINDS[type ?? '']?.(String(value));
  return mended === undefined || mended === '' || Number.isNaN(mended) ? note.example : mended;
}

/** A field as a line, or lines, of the file it belongs to. */
export function asLine(file: string, key: string, value: unknown): string {
  if (file.endsWith('.json')) return `${JSON.stringify(key)}: ${JSON.stringify(value)},`;
  return stringify({ [key]: value }, { lineWidth: 0 }).trimEnd();
}
