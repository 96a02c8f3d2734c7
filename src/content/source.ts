import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  type Scalar,
  visit,
} from 'yaml';
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

/** What is known of the other files. */
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

type Unreadable = { broken: Finding };

const HYPHENS = /^---[ \t]*$/;

const TWICE = 'This field appears twice. Remove one of them.';
const TAB = 'There is a tab before this field. Use spaces instead, two for each tab.';
const NO_FIELDS =
  'The fields can’t be read from about here. Write each one as a name, a colon, a space and a value, ' +
  'indented like its neighbors, as in title: "Coins: how to count them". Put straight quotes around ' +
  'a value that contains a colon or a quote, or starts with a symbol. End the fields with a line of ' +
  'three hyphens.';
const NO_JSON =
  'The file can’t be read from about here. Write each field as a name and a value, as in ' +
  '"id": "guide-1", with straight double quotes, a comma between fields and none after the last one.';
const REMARK =
  'Everything after # would be left out. Put straight quotes around the value, as in title: "We are #1".';
const NO_UTF8 =
  'The file isn’t saved as UTF-8, so its letters can’t be read. In your editor, choose “Save with encoding” and UTF-8.';
const COLON =
  'After a field’s name comes a plain colon and a plain space, as in question: How much allowance?';
const NO_HYPHENS =
  'The fields go at the top, between two lines of three hyphens (---). One of those lines is missing.';

/** A field without a space after its colon, or with a special one. An address such as https://... is a value. */
const ODD_COLON =
  /^[\s-]*\w+(?:[\u00A0\u2007\u202F]*(?:\uFF1A|:[\u00A0\u2007\u202F])|:(?!\/\/)[^\s:])/;

/** The YAML parser's errors that have a plainer wording. */
const KNOWN: Readonly<Record<string, string>> = { DUPLICATE_KEY: TWICE, TAB_AS_INDENT: TAB };

/** All values of the document. YAML takes a value that starts with a star for an alias, a reference to another. */
function valuesIn(document: Document): (Scalar | Alias)[] {
  const values: (Scalar | Alias)[] = [];
  const push = (_: unknown, value: Scalar | Alias): void => void values.push(value);
  visit(document, { Scalar: push, Alias: push });
  return values;
}

function parse(text: string, schema: 'core' | 'json') {
  const counter = new LineCounter();
  const document = parseDocument(text, { schema, lineCounter: counter, prettyErrors: false });
  const lineAt = (offset: number) => counter.linePos(offset).line;
  const values = valuesIn(document);
  const error = document.errors[0] ?? document.warnings[0];
  const stop = error?.pos[0] ?? values.find(isAlias)?.range?.[0];
  if (stop === undefined) return { document, values, lineAt };
  // An unclosed quote swallows everything after it, so the line where it starts is reported.
  const around = values.find(({ range }) => range && range[0] < stop && stop <= range[1]);
  const line = lineAt(around?.range?.[0] ?? stop);
  return { document, values, lineAt, error: { code: error?.code, line } };
}

type Parsed = ReturnType<typeof parse>;

const lineIn = ({ document, lineAt }: Parsed, path: readonly PropertyKey[]): number => {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = document.getIn(path.slice(0, length - 1), true) ?? document.contents;
    const key = path[length - 1];
    const pair = isMap(parent) && parent.items.find(({ key: name }) => String(name) === key);
    const node = pair ? pair.key : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lineAt(node.range[0]);
  }
  return 1;
};

function readMarkdown(file: string, text: string): Source | Unreadable {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex((line, index) => index > 0 && HYPHENS.test(line));
  if (end < 0 || !HYPHENS.test(lines[0] ?? '')) {
    return { broken: { file, line: 1, says: NO_HYPHENS } };
  }
  // An empty line in place of the hyphens keeps the line numbers right.
  const parsed = parse(['', ...lines.slice(1, end)].join('\n'), 'core');
  const { error } = parsed;
  // Only then, since a text of several lines may begin one with "10:30".
  if (error || !isMap(parsed.document.contents)) {
    const odd = lines.findIndex((line, index) => index > 0 && index < end && ODD_COLON.test(line));
    if (odd > 0) return { broken: { file, line: odd + 1, says: COLON } };
  }
  if (error) {
    return { broken: { file, line: error.line, says: KNOWN[error.code ?? ''] ?? NO_FIELDS } };
  }
  const cut = parsed.values.find(
    (value) => isScalar(value) && value.type === 'PLAIN' && value.comment,
  );
  if (cut?.range) return { broken: { file, line: parsed.lineAt(cut.range[0]), says: REMARK } };
  return {
    file,
    data: parsed.document.toJS(),
    body: lines.slice(end + 1).join('\n'),
    bodyLine: end + 2,
    lineOf: (path) => lineIn(parsed, path),
  };
}

/** The YAML parser gives the lines of a JSON text, but accepts more than JSON allows. */
function readJson(file: string, text: string): Source | Unreadable {
  const parsed = parse(text, 'json');
  if (parsed.error) {
    const { code, line } = parsed.error;
    return { broken: { file, line, says: KNOWN[code ?? ''] ?? NO_JSON } };
  }
  try {
    const data: unknown = JSON.parse(text);
    return { file, data, body: '', bodyLine: 1, lineOf: (path) => lineIn(parsed, path) };
  } catch (error) {
    // V8 names the line, except for a comma before a bracket.
    const [, line] = /\(line (\d+) /.exec(String(error)) ?? [];
    const comma = text.search(/,\s*[\]}]/);
    return { broken: { file, line: line ? Number(line) : parsed.lineAt(comma), says: NO_JSON } };
  }
}

/** Reads a content file: Markdown with its fields at the top, or JSON. */
export function readSource(file: string, raw: string): Source | Unreadable {
  // Notepad on Windows starts a file with a byte order mark.
  const text = raw.replace(/^\uFEFF/, '');
  // What a decoder writes for bytes that are no UTF-8, and what UTF-16 has between its letters.
  if (/[\uFFFD\0]/.test(text)) return { broken: { file, says: NO_UTF8 } };
  return file.endsWith('.json') ? readJson(file, text) : readMarkdown(file, text);
}
