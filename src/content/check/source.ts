import { parseFrontmatter } from 'astro/markdown';
import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Scalar,
  visit,
} from 'yaml';
import { findBrokenText } from './broken-text.ts';
import { lineError } from './line-error.ts';

export type SourceFile = {
  /** The path from the project's root, such as "content/site.md". */
  file: string;
  data: unknown;
  /** The same fields, parsed by Astro, which turns a date without quotes into a Date. */
  astroData: unknown;
  body: string;
  /** The 1-based line number where `body` starts. */
  bodyLine: number;
  /** Returns the 1-based line number of a field or, if it is missing, of its parent. */
  lineOf: (path: readonly PropertyKey[]) => number;
};

const HYPHENS_LINE = /^---[ \t]*$/;
/** Some editors turn two hyphens into a long dash. */
const LONG_DASHES_LINE = /^[-–—]*[–—][-–—]*[ \t]*$/;

const DUPLICATE_FIELD = 'This field appears twice. Remove one of them.';
const TAB_BEFORE_FIELD = 'There is a tab before this field. Use spaces instead, two for each tab.';
const UNREADABLE_FIELDS =
  'The fields can’t be read from about here. Write each one as a name, a colon, a space and a value, ' +
  'indented like its neighbors, as in title: "Coins: how to count them". Put straight quotes around ' +
  'a value that contains a colon or a quote, or starts with a symbol. End the fields with a line of ' +
  'three hyphens.';
const UNREADABLE_JSON =
  'The file can’t be read from about here. Write each field as a name and a value, as in ' +
  '"id": "guide-1", with straight double quotes, a comma between fields and none after the last one.';
const HASH_IN_VALUE =
  'Everything after the # would be lost. Put straight quotes around the value, as in title: "We are #1".';
const NOT_UTF8 =
  'The file isn’t saved as UTF-8, so its letters can’t be read. In your editor, choose “Save with encoding” and UTF-8.';
const COLON_WITHOUT_SPACE =
  'Write a plain colon and a plain space after a field’s name, as in question: How much allowance?';
const LONG_DASHES =
  'This line has a long dash (—), which your editor made from two hyphens. Write three hyphens, as in ---.';
const NO_HYPHENS =
  'The fields go at the top, between two lines of three hyphens (---). One of those lines is missing.';

/** A field whose colon has no plain space after it. A URL such as https://... is not a field. */
const ODD_COLON =
  /^[\s-]*\w+(?:[\u00A0\u2007\u202F]*(?:\uFF1A|:[\u00A0\u2007\u202F])|:(?!\/\/)[^\s:])/;

/** Plainer messages for some of the YAML parser's errors. */
const PLAINER_MESSAGES: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: DUPLICATE_FIELD,
  TAB_AS_INDENT: TAB_BEFORE_FIELD,
};

function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  let parent: unknown = document.contents;
  let offset = 0;
  for (const key of path) {
    let node: unknown;
    let value: unknown;
    if (isSeq(parent)) {
      node = parent.items[Number(key)];
      value = node;
    } else if (isMap(parent)) {
      const pair = parent.items.find(({ key: name }) => String(name) === key);
      node = pair?.key;
      value = pair?.value;
    }
    if (!isNode(node) || !node.range) break;
    offset = node.range[0];
    parent = value;
  }
  return offset;
}

function parse(text: string, schema: 'core' | 'json') {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { schema, lineCounter, prettyErrors: false });
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line;
  const lineOf = (path: readonly PropertyKey[]): number => lineAt(offsetOf(document, path));
  const values: (Scalar | Alias)[] = [];
  // YAML parses a value that starts with an asterisk as an alias, a reference to another value.
  visit(document, (_, node) => {
    if (isScalar(node) || isAlias(node)) values.push(node);
  });
  const error = document.errors[0] ?? document.warnings[0];
  const errorOffset = error?.pos[0] ?? values.find(isAlias)?.range?.[0];
  if (errorOffset === undefined) return { document, values, lineAt, lineOf };
  // An unclosed quote swallows everything after it, so the line where it starts is reported.
  const enclosing = values.find(
    ({ range }) => range && range[0] < errorOffset && errorOffset <= range[1],
  );
  const syntaxError = {
    line: lineAt(enclosing?.range?.[0] ?? errorOffset),
    message: PLAINER_MESSAGES[error?.code ?? ''],
  };
  return { document, values, lineAt, lineOf, syntaxError };
}

function readMarkdown(file: string, text: string): SourceFile | string {
  const lines = text.split(/\r?\n/);
  const end = lines.findIndex((line, index) => index > 0 && HYPHENS_LINE.test(line));
  const longDash = lines.findIndex((line) => LONG_DASHES_LINE.test(line));
  if (longDash === 0 || (longDash > 0 && end < 0)) {
    return lineError(file, longDash + 1, LONG_DASHES);
  }
  if (end < 0 || !HYPHENS_LINE.test(lines[0] ?? '')) return lineError(file, 1, NO_HYPHENS);
  // An empty line replaces the hyphens, so that line numbers stay correct.
  const parsed = parse(['', ...lines.slice(1, end)].join('\n'), 'core');
  const { document, values, lineAt, lineOf, syntaxError } = parsed;
  // Checked only after an error, because a line of a multi-line value may start with "10:30".
  if (syntaxError || !isMap(document.contents)) {
    const odd = lines.slice(0, end).findIndex((line) => ODD_COLON.test(line));
    if (odd > 0) return lineError(file, odd + 1, COLON_WITHOUT_SPACE);
  }
  if (syntaxError)
    return lineError(file, syntaxError.line, syntaxError.message ?? UNREADABLE_FIELDS);
  const withComment = values.find(
    (value) => isScalar(value) && value.type === 'PLAIN' && value.comment,
  );
  if (withComment?.range) return lineError(file, lineAt(withComment.range[0]), HASH_IN_VALUE);
  const { frontmatter: astroData } = parseFrontmatter(text);
  const body = lines.slice(end + 1).join('\n');
  return { file, data: document.toJS(), astroData, body, bodyLine: end + 2, lineOf };
}

/** Uses the YAML parser for line numbers, and `JSON.parse` because YAML allows more than JSON. */
function readJson(file: string, text: string): SourceFile | string {
  const { lineAt, lineOf, syntaxError } = parse(text, 'json');
  if (syntaxError) return lineError(file, syntaxError.line, syntaxError.message ?? UNREADABLE_JSON);
  try {
    const data: unknown = JSON.parse(text);
    return { file, data, astroData: data, body: '', bodyLine: 1, lineOf };
  } catch (notJson) {
    // V8's message states the line number, unless the error is a comma before a closing bracket.
    const line = /\(line (\d+) /.exec(String(notJson))?.[1];
    return lineError(file, Number(line ?? lineAt(text.search(/,\s*[\]}]/))), UNREADABLE_JSON);
  }
}

/** Returns an error message for an editor if the file cannot be read. */
export function readSource(file: string, raw: string): SourceFile | string {
  // Notepad on Windows writes a byte order mark.
  const text = raw.replace(/^\uFEFF/, '');
  // The replacement character for bytes that aren't UTF-8, and the zero bytes of UTF-16.
  if (/[\uFFFD\0]/.test(text)) return `${file}: ${NOT_UTF8}`;
  const broken = findBrokenText(file, text);
  if (broken !== undefined) return broken;
  return file.endsWith('.json') ? readJson(file, text) : readMarkdown(file, text);
}
