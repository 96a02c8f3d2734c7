import type { z } from 'astro/zod';
import type { Facts } from './fill.ts';
import type { Kind } from './kind.ts';

/** One error, worded for the file's editor. */
export type Finding = {
  /** From the project's root: "content/site.md". */
  file: string;
  /** From 1. Absent if the whole file is meant. */
  line?: number;
  says: string;
};

/** A finding as it is printed. */
export const write = ({ file, line, says }: Finding): string =>
  `${file}${line === undefined ? '' : `, line ${line}`}: ${says}`;

/** A field's name for editors, with entries counted from 1: "learn > 3 > title". */
export const fieldName = (path: readonly PropertyKey[]): string =>
  `"${path.map((part) => (typeof part === 'number' ? part + 1 : String(part))).join(' > ')}"`;

export type Source = {
  file: string;
  data: unknown;
  /** The text below the fields. */
  body: string;
  /** The line where that text starts, from 1. */
  bodyLine: number;
  /** The line of a field, from 1. For a missing field, the line of its parent. */
  lineOf: (path: readonly PropertyKey[]) => number;
};

/** A finding about the value of a field. */
export const atField = (
  { file, lineOf }: Pick<Source, 'file' | 'lineOf'>,
  path: readonly PropertyKey[],
  says: string,
): Finding => ({ file, line: lineOf(path), says: `${fieldName(path)}: ${says}` });

/** Every text in a file's fields, with its path. */
export function textsIn(
  value: unknown,
  path: readonly PropertyKey[] = [],
): [PropertyKey[], string][] {
  if (typeof value === 'string') return [[[...path], value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    textsIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** The findings about the text below the fields, line by line. */
export const inBody = (
  { file, body, bodyLine }: Source,
  wrongIn: (line: string, index: number, lines: readonly string[]) => readonly string[],
): Finding[] =>
  body
    .split('\n')
    .flatMap((line, index, lines) =>
      wrongIn(line, index, lines).map((says) => ({ file, line: bodyLine + index, says })),
    );

/** A valid file, with its parsed fields. */
export type Entry<T = Record<string, unknown>> = Source & { kind: Kind; fields: T };

/** Facts about the other files. */
export type Known = {
  /** All files of content/. */
  files: readonly string[];
  /** null while a file that they need has an error. */
  facts: Facts | null;
};

/** Whether the file is of this kind. Narrows the type of its fields. */
export const isOf = <S extends z.ZodObject>(
  entry: Entry,
  kind: Kind<S>,
): entry is Entry<z.infer<S>> => entry.kind === kind;
