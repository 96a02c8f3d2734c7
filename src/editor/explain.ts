import { z } from 'astro/zod';
import { closest } from '../lib/closest.ts';
import { asLine, correctedValue, type Expected } from './correct.ts';
import type { FieldNote } from './fields.ts';
import type { BrokenSource, Source } from './source.ts';

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

/** "the 2nd entry of learn" is for people; "learn.1" is not. */
function whereIn(path: readonly PropertyKey[]): string {
  const index = path.findLastIndex((part) => typeof part === 'number');
  if (index < 1) return path.length > 1 ? ` in "${String(path[path.length - 2])}"` : '';
  return ` in entry ${Number(path[index]) + 1} of "${String(path[index - 1])}"`;
}

type Finding = { line: number; says: string; fixed: string; tip?: string };

function unknownField(source: Source, schema: unknown, path: PropertyKey[], key: string): Finding {
  const parent = schemaAt(schema, path);
  const known = parent instanceof z.ZodObject ? Object.keys(parent.shape) : [];
  const meant = closest(key, known);
  const at = [...path, key];
  return {
    line: source.lineOf(at),
    says: `There is no field "${key}"${whereIn(at)}. The fields are: ${known.join(', ')}.`,
    fixed: meant ? asLine(source.file, meant, valueAt(source.data, at)) : '',
    tip: meant ? `If you meant "${meant}", write:` : 'Take the line out.',
  };
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

function wrongField(source: Source, schema: unknown, issue: z.core.$ZodIssue): Finding {
  const note = noteOf(schemaAt(schema, issue.path));
  const value = valueAt(source.data, issue.path);
  const key = keyOf(issue.path);
  return {
    line: source.lineOf(issue.path),
    says: sentence(`"${key}"${whereIn(issue.path)}`, value, issue, note),
    fixed: note ? asLine(source.file, key, correctedValue(value, expectedBy(issue), note)) : '',
  };
}

const write = ({ line, says, fixed, tip = 'Write it like this:' }: Finding, file: string): string =>
  [
    `${file}, line ${line}: ${says}`,
    ...(fixed ? [tip, `  ${fixed.replaceAll('\n', '\n  ')}`] : []),
  ].join('\n');

/** What is wrong with a file's fields, in words for its editor; null when nothing is. */
export function explain(source: Source, schema: z.ZodType): string | null {
  const { error } = schema.safeParse(source.data ?? {});
  if (!error) return null;
  const findings = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => unknownField(source, schema, issue.path, key))
      : [wrongField(source, schema, issue)],
  );
  return findings.map((finding) => write(finding, source.file)).join('\n\n');
}

/** A line that is not readable at all: most often a colon, or a brace in front, without quotes. */
export function explainBroken({ file, line, message, text }: BrokenSource): string {
  const [, indent = '', key, value] = /^(\s*(?:- )?)(\w+): *(.+)$/.exec(text) ?? [];
  const fixed = key && value ? `${indent}${key}: ${JSON.stringify(value)}` : text;
  return write({ line, says: `This line cannot be read. ${message}`, fixed }, file);
}
