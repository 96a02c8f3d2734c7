import { z } from 'astro/zod';
import type { Facts } from '../fill.ts';
import { COLLECTIONS, type CollectionName, type FieldsOf } from '../collections.ts';
import { PUBLIC_PAGES, type PublicPageName } from '../public-pages.ts';
import { lineError } from './line-error.ts';
import type { SourceFile } from './source.ts';

/** A file in content/ that matches its schema. */
export type Entry<Fields = Record<string, unknown>> = SourceFile & {
  collection: CollectionName;
  fields: Fields;
};

/** The ids on each page that a link can point to, keyed by the page's path. */
export type PageIds = ReadonlyMap<string, ReadonlySet<string>>;

export type CheckContext = {
  files: readonly string[];
  /** All files that match their schemas. */
  entries: readonly Entry[];
  /** null if a file that they depend on has an error. */
  facts: Facts | null;
  /** Contains only pages whose files have no errors. */
  pageIds: PageIds;
  /** The publication days of pages that are not published yet, keyed by path. */
  waiting: ReadonlyMap<string, string>;
};

export const isOf = <Name extends CollectionName>(
  entry: Entry,
  name: Name,
): entry is Entry<FieldsOf<Name>> => entry.collection === name;

export const isPublicPage = (entry: Entry): entry is Entry<FieldsOf<PublicPageName>> =>
  entry.collection in PUBLIC_PAGES;

/** A field's name for editors, with list entries counted from 1: "learn > 3 > title". */
const fieldName = (path: readonly PropertyKey[]): string =>
  `"${path.map((part) => (typeof part === 'number' ? part + 1 : String(part))).join(' > ')}"`;

export const fieldError = (
  { file, lineOf }: SourceFile,
  path: readonly PropertyKey[],
  message: string,
) => lineError(file, lineOf(path), `${fieldName(path)}: ${message}`);

/** `line` is 0 for the first line below the fields. */
export const bodyError = ({ file, bodyLine }: SourceFile, line: number, message: string): string =>
  lineError(file, bodyLine + line, `In the text below the fields: ${message}`);

export function collectTexts(
  value: unknown,
  path: readonly PropertyKey[] = [],
): [PropertyKey[], string][] {
  if (typeof value === 'string') return [[[...path], value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    collectTexts(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

const MAX_QUOTED_CHARACTERS = 60;

const BRACES =
  'Put straight quotes around text that starts with { or [, or that has a colon, as in "{brand} for you".';
const QUOTES =
  'Put straight quotes around this value, or it’s read as a date or a number, as in title: "2026-11-01".';
const NO_TEXT = 'The text is missing. Write it below the fields, after the second --- line.';

function schemaMessage({ code, expected, inst }: z.core.$ZodRawIssue): string | undefined {
  if (code === 'unrecognized_keys' && inst instanceof z.ZodObject) {
    return `The fields are: ${Object.keys(inst.shape).join(', ')}.`;
  }
  const isObject = code === 'invalid_type' && expected === 'object';
  return isObject ? 'It needs nested fields, indented by two more spaces.' : undefined;
}

/** Returns the part of a message that follows the field's name. */
function describeValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return ' is missing.';
  if (typeof value === 'string' && value.length > MAX_QUOTED_CHARACTERS)
    return ` has ${value.length} characters.`;
  return typeof value === 'object' ? ':' : ` is ${JSON.stringify(value)}.`;
}

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (Object(value) as Record<PropertyKey, unknown>)[key], data);

function issueErrors({ file, data, lineOf }: SourceFile, issue: z.core.$ZodIssue): string[] {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const at = [...path, key];
      return lineError(file, lineOf(at), `There is no field ${fieldName(at)}. ${message}`);
    });
  }
  const value = valueAt(data, path);
  const isText = issue.code === 'invalid_type' && issue.expected === 'string';
  const braces = isText && value instanceof Object ? ` ${BRACES}` : '';
  return [
    lineError(file, lineOf(path), `${fieldName(path)}${describeValue(value)} ${message}${braces}`),
  ];
}

/** Collections whose files need text below the fields. */
const WITH_TEXT: ReadonlySet<CollectionName> = new Set([
  'guides',
  'home',
  'lesson',
  'lessons',
  'about',
  'articles',
  'findPage',
  'legal',
  'faqs',
  'creator',
  'testimonials',
  'mails',
]);

export function readEntry(source: SourceFile, collection: CollectionName): Entry | string[] {
  const { schema } = COLLECTIONS[collection];
  const { data: fields, error } = schema.safeParse(source.data ?? {}, {
    error: schemaMessage,
  });
  const errors = error?.issues.flatMap((issue) => issueErrors(source, issue)) ?? [];
  const astroIssues = error ? [] : (schema.safeParse(source.astroData).error?.issues ?? []);
  errors.push(...astroIssues.map(({ path }) => fieldError(source, path, QUOTES)));
  if (WITH_TEXT.has(collection) && source.body.trim() === '') {
    errors.push(`${source.file}: ${NO_TEXT}`);
  }
  return fields && errors.length === 0 ? { ...source, collection, fields } : errors;
}
