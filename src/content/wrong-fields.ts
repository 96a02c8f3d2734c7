import { z } from 'astro/zod';
import { type Finding, fieldName } from './finding.ts';
import type { Source } from './source.ts';

type Path = readonly PropertyKey[];

/** A text is shown whole up to so many characters. */
const SHOWN = 60;

const BRACES = 'A text that begins with { or [ stands in straight quotes, as in "{brand} for you".';

/** The names of the fields at a place of a schema. */
function namesAt(schema: unknown, path: Path): string[] {
  const [key, ...rest] = path;
  if (schema instanceof z.ZodOptional) return namesAt(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return namesAt(schema.element, rest);
  if (!(schema instanceof z.ZodObject)) return [];
  return key === undefined ? Object.keys(schema.shape) : namesAt(schema.shape[String(key)], rest);
}

const valueAt = (data: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    data,
  );

/** What the field has now, to follow its name. */
function state(value: unknown): string {
  if (value === undefined || value === null || value === '') return ' is missing.';
  if (typeof value === 'string' && value.length > SHOWN) return ` has ${value.length} characters.`;
  return typeof value === 'object' ? ':' : ` is ${JSON.stringify(value)}.`;
}

function unknownField(schema: z.ZodType, path: Path, key: string): string {
  const names = namesAt(schema, path);
  return `There is no field ${fieldName([...path, key])}. The fields are: ${names.join(', ')}.`;
}

/** What is wrong with a file's fields, in words for its editor. */
export function wrongFields(
  { file, data, lineOf }: Source,
  schema: z.ZodType,
  issues: readonly z.core.$ZodIssue[],
): Finding[] {
  return issues.flatMap((issue) => {
    const { path } = issue;
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        file,
        line: lineOf([...path, key]),
        says: unknownField(schema, path, key),
      }));
    }
    const value = valueAt(data, path);
    const isObject = issue.code === 'invalid_type' && issue.expected === 'object';
    const what = isObject ? 'It has fields of its own, two spaces further in.' : issue.message;
    const braces =
      issue.code === 'invalid_type' && issue.expected === 'string' && value instanceof Object;
    const says = [fieldName(path) + state(value), what, ...(braces ? [BRACES] : [])].join(' ');
    return [{ file, line: lineOf(path), says }];
  });
}
