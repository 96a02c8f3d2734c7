import { z } from 'astro/zod';
import type { Facts } from './fill.ts';
import type { Kind } from './kind.ts';
import { type SourceFile, errorAt } from './source.ts';

export type Entry<Fields = Record<string, unknown>> = SourceFile & { kind: Kind; fields: Fields };

export type CheckContext = {
  files: readonly string[];
  /** null while a file that they need has an error. */
  facts: Facts | null;
};

export const isOf = <S extends z.ZodObject>(
  entry: Entry,
  kind: Kind<S>,
): entry is Entry<z.infer<S>> => entry.kind === kind;

/** A field's name for editors, with entries counted from 1: "learn > 3 > title". */
const fieldName = (path: readonly PropertyKey[]): string =>
  `"${path.map((part) => (typeof part === 'number' ? part + 1 : String(part))).join(' > ')}"`;

export const atField = ({ file, lineOf }: SourceFile, path: readonly PropertyKey[], says: string) =>
  errorAt(file, lineOf(path), `${fieldName(path)}: ${says}`);

/** `line` counts from 0 at the first line below the fields. */
export const inBody = ({ file, bodyLine }: SourceFile, line: number, says: string): string =>
  errorAt(file, bodyLine + line, `In the text below the fields: ${says}`);

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

const MAX_QUOTED_CHARACTERS = 60;

const BRACES = 'Put straight quotes around text that starts with { or [, as in "{brand} for you".';
const NO_TEXT = 'The text is missing. Write it below the fields, after the second --- line.';

function error({ code, expected, inst }: z.core.$ZodRawIssue): string | undefined {
  if (code === 'unrecognized_keys' && inst instanceof z.ZodObject) {
    return `The fields are: ${Object.keys(inst.shape).join(', ')}.`;
  }
  const isObject = code === 'invalid_type' && expected === 'object';
  return isObject ? 'It needs fields of its own below it, indented by two more spaces.' : undefined;
}

/** Describes a field's value, right after the field's name in a message. */
function state(value: unknown): string {
  if (value === undefined || value === null || value === '') return ' is missing.';
  if (typeof value === 'string' && value.length > MAX_QUOTED_CHARACTERS)
    return ` has ${value.length} characters.`;
  return typeof value === 'object' ? ':' : ` is ${JSON.stringify(value)}.`;
}

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (Object(value) as Record<PropertyKey, unknown>)[key], data);

function errorsOf({ file, data, lineOf }: SourceFile, issue: z.core.$ZodIssue): string[] {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const at = [...path, key];
      return errorAt(file, lineOf(at), `There is no field ${fieldName(at)}. ${message}`);
    });
  }
  const value = valueAt(data, path);
  const isText = issue.code === 'invalid_type' && issue.expected === 'string';
  const braces = isText && value instanceof Object ? ` ${BRACES}` : '';
  return [errorAt(file, lineOf(path), `${fieldName(path)}${state(value)} ${message}${braces}`)];
}

export function readEntry(source: SourceFile, kind: Kind): Entry | string[] {
  const { data: fields, error: wrong } = kind.schema.safeParse(source.data ?? {}, { error });
  const errors = wrong?.issues.flatMap((issue) => errorsOf(source, issue)) ?? [];
  if (kind.hasText && source.body.trim() === '') errors.push(`${source.file}: ${NO_TEXT}`);
  return fields && errors.length === 0 ? { ...source, kind, fields } : errors;
}
