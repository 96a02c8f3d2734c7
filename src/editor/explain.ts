import { z } from 'astro/zod';
import { closest } from '../content/closest.ts';
import { asLine, correctedValue, type Expected, newLine } from './correct.ts';
import type { FieldNote } from './fields.ts';
import { type Finding, fieldName, placeOf } from './finding.ts';
import type { Source } from './source.ts';

/** The schema of a field within the schema of its file. */
function schemaAt(schema: unknown, path: readonly PropertyKey[]): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional) {
    // A note may sit on the wrapper or on what it wraps.
    return path.length === 0 && schema.meta() ? schema : schemaAt(schema.unwrap(), path);
  }
  const [key, ...rest] = path;
  if (key === undefined) return schema;
  if (schema instanceof z.ZodArray) return schemaAt(schema.element, rest);
  if (schema instanceof z.ZodObject) return schemaAt(schema.shape[String(key)], rest);
  return undefined;
}

const isNote = (meta: object | undefined): meta is FieldNote =>
  meta !== undefined && 'what' in meta && 'example' in meta;

function noteOf(schema: unknown): FieldNote | null {
  const meta = schema instanceof z.ZodType ? schema.meta() : undefined;
  return isNote(meta) ? meta : null;
}

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    data,
  );

const quoted = (value: unknown): string =>
  typeof value === 'object' ? 'something else' : JSON.stringify(value);

const keyOf = (path: readonly PropertyKey[]): string =>
  String(path.findLast((part) => typeof part === 'string') ?? 'this field');

type Path = readonly PropertyKey[];

/** A field that is not one, and the missing field that it was probably meant to be. */
type Unknown = { finding: Finding; meant?: Path };

function unknownField(
  source: Source,
  schema: unknown,
  at: Path,
  missing: readonly Path[],
): Unknown {
  const key = keyOf(at);
  const around = at.slice(0, -1);
  const line = source.lineOf(at);
  const value = valueAt(source.data, at);
  const elsewhere = missing.find((path) => keyOf(path) === key);
  if (elsewhere) {
    const says = `"${key}" is here, but it is missing${placeOf(elsewhere) || ' at the top'}: it begins with too few or too many spaces.`;
    const fixed = newLine(source, elsewhere, key, value);
    return { finding: { line, says, fixed }, meant: elsewhere };
  }
  const parent = schemaAt(schema, around);
  const known = parent instanceof z.ZodObject ? Object.keys(parent.shape) : [];
  const here = valueAt(source.data, around);
  const meant = closest(
    key,
    known.filter((name) => valueAt(here, [name]) === undefined),
  );
  const says = `There is no field "${key}"${placeOf(at)}. The fields are: ${known.join(', ')}.`;
  if (!meant) return { finding: { line, says, tip: 'Take the line out.' } };
  const fixed = asLine(source, line, meant, value);
  const tip = `If you meant "${meant}", write:`;
  return { finding: { line, says, fixed, tip }, meant: [...around, meant] };
}

function expectedBy(issue: z.core.$ZodIssue): Expected {
  if (issue.code === 'invalid_type') return { type: issue.expected };
  if (issue.code === 'invalid_value') return { words: issue.values.map(String) };
  if (issue.code === 'too_big' && issue.origin === 'string') {
    return { maxLength: Number(issue.maximum) };
  }
  return {};
}

function sentence(where: string, value: unknown, issue: z.core.$ZodIssue, note: FieldNote | null) {
  if (issue.code === 'custom' || !note) return `${where}: ${issue.message}`;
  if (value === undefined || value === null || value === '') {
    return `${where} is missing. It should be ${note.what}.`;
  }
  return `${where} should be ${note.what}, but it is ${quoted(value)}.`;
}

/** The line to write. A rule over several fields, or a list, has none. */
function fixedLine(source: Source, issue: z.core.$ZodIssue, note: FieldNote | null) {
  if (!note || issue.code === 'custom' || Array.isArray(note.example)) return undefined;
  const value = valueAt(source.data, issue.path);
  const corrected = correctedValue(value, expectedBy(issue), note);
  return value === undefined
    ? newLine(source, issue.path, keyOf(issue.path), corrected)
    : asLine(source, source.lineOf(issue.path), keyOf(issue.path), corrected);
}

function wrongField(source: Source, schema: unknown, issue: z.core.$ZodIssue): Finding {
  const note = noteOf(schemaAt(schema, issue.path));
  const value = valueAt(source.data, issue.path);
  return {
    line: source.lineOf(issue.path),
    says: sentence(fieldName(issue.path), value, issue, note),
    fixed: fixedLine(source, issue, note),
  };
}

const isSame = (a: Path, b: Path): boolean =>
  a.length === b.length && a.every((part, index) => part === b[index]);

/** What is wrong with a file's fields, in words for its editor. */
export function explain(source: Source, schema: z.ZodType): Finding[] {
  const issues = schema.safeParse(source.data ?? {}).error?.issues ?? [];
  const missing = issues
    .map(({ path }) => path)
    .filter((path) => path.length > 0 && valueAt(source.data, path) === undefined);
  const unknown = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => unknownField(source, schema, [...issue.path, key], missing))
      : [],
  );
  // A field with a slip in its name is told once, not as unknown and as missing.
  const wrong = issues.filter(
    ({ code, path }) =>
      code !== 'unrecognized_keys' && !unknown.some(({ meant }) => meant && isSame(meant, path)),
  );
  return [
    ...unknown.map(({ finding }) => finding),
    ...wrong.map((issue) => wrongField(source, schema, issue)),
  ];
}
