import { stringify } from 'yaml';
import { closest } from '../content/closest.ts';
import type { FieldNote } from './fields.ts';
import type { Source } from './source.ts';

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

const indented = (start: string, key: string, value: unknown): string => {
  const lines = stringify({ [key]: value }, { lineWidth: 0 }).trimEnd();
  return start + lines.replaceAll('\n', `\n${' '.repeat(start.length)}`);
};

const jsonField = (key: string, value: unknown): string =>
  `${JSON.stringify(key)}: ${JSON.stringify(value)}`;

/** A field as the line, or lines, that take the place of a line of its file. */
export function asLine(source: Source, line: number, key: string, value: unknown): string {
  const now = source.lines[line - 1] ?? '';
  if (source.file.endsWith('.json')) {
    return jsonField(key, value) + (now.trimEnd().endsWith(',') ? ',' : '');
  }
  return indented(/^\s*(?:- +)?/.exec(now)?.[0] ?? '', key, value);
}

/** A field as a line that its file does not have yet, in line with the fields around it. */
export function newLine(source: Source, path: readonly PropertyKey[], key: string, value: unknown) {
  // The last one of an entry would need no comma, but put anywhere else in it, this is right.
  if (source.file.endsWith('.json')) return `${jsonField(key, value)},`;
  const above = source.lines[source.lineOf(path) - 1] ?? '';
  const [start = ''] = /^\s*(?:- +)?/.exec(above) ?? [];
  if (path.length < 2) return indented('', key, value);
  const isEntry = start.includes('-');
  return indented(' '.repeat(start.length + (isEntry ? 0 : 2)), key, value);
}
