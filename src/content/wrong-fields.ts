import { z } from 'astro/zod';
import { type Finding, type Source, fieldName } from './source.ts';

/** A text is shown whole up to so many characters. */
const SHOWN = 60;

const BRACES = 'A text that begins with { or [ stands in straight quotes, as in "{brand} for you".';

/** What no schema says of itself. */
function error({ code, expected, inst }: z.core.$ZodRawIssue): string | undefined {
  if (code === 'unrecognized_keys' && inst instanceof z.ZodObject) {
    return `The fields are: ${Object.keys(inst.shape).join(', ')}.`;
  }
  const isObject = code === 'invalid_type' && expected === 'object';
  return isObject ? 'It has fields of its own, two spaces further in.' : undefined;
}

/** What the field has now, to follow its name. */
function state(value: unknown): string {
  if (value === undefined || value === null || value === '') return ' is missing.';
  if (typeof value === 'string' && value.length > SHOWN) return ` has ${value.length} characters.`;
  return typeof value === 'object' ? ':' : ` is ${JSON.stringify(value)}.`;
}

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (Object(value) as Record<PropertyKey, unknown>)[key], data);

function findingsOf({ file, data, lineOf }: Source, issue: z.core.$ZodIssue): Finding[] {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const at = [...path, key];
      return { file, line: lineOf(at), says: `There is no field ${fieldName(at)}. ${message}` };
    });
  }
  const value = valueAt(data, path);
  const isText = issue.code === 'invalid_type' && issue.expected === 'string';
  const braces = isText && value instanceof Object ? ` ${BRACES}` : '';
  return [
    { file, line: lineOf(path), says: `${fieldName(path)}${state(value)} ${message}${braces}` },
  ];
}

/** A file's fields by their schema, and what is wrong with them, in words for its editor. */
export function parseFields<S extends z.ZodObject>(source: Source, schema: S) {
  const parsed = schema.safeParse(source.data ?? {}, { error });
  const issues = parsed.error?.issues ?? [];
  return { fields: parsed.data, wrong: issues.flatMap((issue) => findingsOf(source, issue)) };
}
