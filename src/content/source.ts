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
import type { Kind } from './schemas/kinds.ts';

/** One thing to correct, in words for the file's editor. */
export type Finding = {
  /** As an editor knows it: "content/site.md". */
  file: string;
  /** From 1; without it the whole file is meant. */
  line?: number;
  says: string;
};

/** The finding as it is printed. */
export const write = ({ file, line, says }: Finding): string =>
  `${file}${line === undefined ? '' : `, line ${line}`}: ${says}`;

/** A field as people find it, entries counted from 1: "learn > 3 > title". */
export const fieldName = (path: readonly PropertyKey[]): string =>
  `"${path.map((part) => (typeof part === 'number' ? part + 1 : String(part))).join(' > ')}"`;

export type Source = {
  file: string;
  data: unknown;
  /** The text below the fields. */
  body: string;
  /** The line on which that text begins, from 1. */
  bodyLine: number;
  /** The line of a field, from 1; of what is around it where the field is missing. */
  lineOf: (path: readonly PropertyKey[]) => number;
};

/** What is wrong with the value of a field. */
export const atField = (
  { file, lineOf }: Pick<Source, 'file' | 'lineOf'>,
  path: readonly PropertyKey[],
  says: string,
): Finding => ({ file, line: lineOf(path), says: `${fieldName(path)}: ${says}` });

/** What is wrong in the text below the fields, by its lines. */
export const inBody = (
  { file, body, bodyLine }: Source,
  wrongIn: (line: string, index: number, lines: readonly string[]) => readonly string[],
): Finding[] =>
  body
    .split('\n')
    .flatMap((line, index, lines) =>
      wrongIn(line, index, lines).map((says) => ({ file, line: bodyLine + index, says })),
    );

/** A file that is right in itself, with its fields as the pages take them. */
export type Entry<T = Record<string, unknown>> = Source & { kind: Kind; fields: T };

/** Whether the file is of this schema, and its fields of its type. */
export const hasSchema = <S extends z.ZodObject>(
  entry: Entry,
  schema: S,
): entry is Entry<z.infer<S>> => entry.kind.schema === schema;

type Unreadable = { broken: Finding };

const HYPHENS = /^---[ \t]*$/;

const TWICE = 'This field is there twice. Take one of the two out.';
const TAB = 'A tab stands before this field. Only spaces may stand there, two for a tab.';
const NO_FIELDS =
  'From about here the fields cannot be read. Each is a name, a colon, a space and a value, in ' +
  'line with its neighbors, as in title: "Coins: how to count them", with straight quotes around ' +
  'a value that has a colon, a quote or a sign in front. A line of three hyphens ends the fields.';
const NO_JSON =
  'From about here the file cannot be read. A field is a name and a value, as in "id": "guide-1", ' +
  'with straight double quotes, a comma between two fields and none after the last one.';
const REMARK =
  'What follows # is not printed. Put straight quotes around the value, as in title: "We are #1".';
const NO_HYPHENS =
  'The fields stand at the top, between two lines of three hyphens, ---. One of these is missing.';

/** What the YAML parser has found, where it can be told more plainly than that. */
const KNOWN: Readonly<Record<string, string>> = { DUPLICATE_KEY: TWICE, TAB_AS_INDENT: TAB };

/** The document's values. What begins with a star is an alias to YAML: it stands for another one. */
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
  // A quote that is not closed takes in all that follows: it is told where it begins.
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
  // An empty line in the place of the hyphens keeps the lines' numbers.
  const parsed = parse(['', ...lines.slice(1, end)].join('\n'), 'core');
  const { error } = parsed;
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

/** YAML knows the lines of a JSON text, but forgives what JSON does not. */
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
    // V8 tells the line, but not of a comma before a bracket.
    const [, line] = /\(line (\d+) /.exec(String(error)) ?? [];
    const comma = text.search(/,\s*[\]}]/);
    return { broken: { file, line: line ? Number(line) : parsed.lineAt(comma), says: NO_JSON } };
  }
}

/** Reads a content file: Markdown with its fields at the top, or JSON. */
export function readSource(file: string, raw: string): Source | Unreadable {
  // Windows' editor begins a file with a mark of its own.
  const text = raw.replace(/^\uFEFF/, '');
  return file.endsWith('.json') ? readJson(file, text) : readMarkdown(file, text);
}
