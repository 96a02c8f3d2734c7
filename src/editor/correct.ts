import { stringify } from 'yaml';
import { closest } from '../lib/closest.ts';
import type { FieldNote } from './fields.ts';

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

function mended(value: unknown, { type, words, maxLength }: Expected, note: FieldNote): unknown {
  if (note.mend) return note.mend(value);
  if (words) return closest(String(value), words) ?? words[0];
  if (maxLength !== undefined && typeof value === 'string') return shortened(value, maxLength);
  return typeof value === 'object' ? undefined : KINDS[type ?? '']?.(String(value));
}

/** What the editor most likely meant: the value mended where it can be, else the example. */
export function correctedValue(value: unknown, expected: Expected, note: FieldNote): unknown {
  if (value === undefined || value === null) return note.example;
  const meant = mended(value, expected, note);
  return meant === undefined || meant === '' || Number.isNaN(meant) ? note.example : meant;
}

/** A field as a line, or lines, of the file it belongs to. */
export function asLine(file: string, key: string, value: unknown): string {
  if (file.endsWith('.json')) return `${JSON.stringify(key)}: ${JSON.stringify(value)},`;
  return stringify({ [key]: value }, { lineWidth: 0 }).trimEnd();
}
