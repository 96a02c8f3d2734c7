import { z } from 'astro/zod';
import { type Finding, type Source, fieldName } from './finding.ts';

/** The number of characters up to which an error quotes a value. */
const SHOWN = 60;

const BRACES = 'Put straight quotes around text that starts with { or [, as in "{brand} for you".';

/** The messages that no schema provides. */
function error({ code, expected, inst }: z.core.$ZodRawIssue): string | undefined {
  if (code === 'unrecognized_keys' && inst instanceof z.ZodObject) {
    return `The fields are: ${Object.keys(inst.shape).join(', ')}.`;
  }
  const isObject = code === 'invalid_type' && expected === 'object';
  return isObject ? 'It needs fields of its own below it, indented by two more spaces.' : undefined;
}

/** The field's current value, to follow its name in a message. */
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

/** Parses a file's fields by their schema. The errors are worded for the file's editor. */
export function parseFields<S extends z.ZodObject>(source: Source, schema: S) {
  const parsed = schema.safeParse(source.data ?? {}, { error });
  const issues = parsed.error?.issues ?? [];
  return { fields: parsed.data, wrong: issues.flatMap((issue) => findingsOf(source, issue)) };
}
