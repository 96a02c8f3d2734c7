import { LineCounter, type Document, isMap, isNode, parseDocument } from 'yaml';
import { explainJson } from './broken-json.ts';
import { closing, explainYaml, misread } from './broken-yaml.ts';
import type { Finding } from './finding.ts';

export type Source = {
  /** As an editor knows it: "content/site.md". */
  file: string;
  data: unknown;
  /** The text below the fields. */
  body: string;
  /** Every line of the file; the first is line 1. */
  lines: readonly string[];
  /** The line on which the text below the fields begins, from 1. */
  bodyLine: number;
  /** The line of a field, from 1; of what is around it where the field is missing. */
  lineOf: (path: readonly PropertyKey[]) => number;
};

export type BrokenSource = { file: string; broken: Finding };

const OPENING = /^---[ \t]*$/;

const keyLine = (document: Document, lines: LineCounter, path: readonly PropertyKey[]): number => {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = document.getIn(path.slice(0, length - 1), true) ?? document.contents;
    const key = path[length - 1];
    const pair = isMap(parent) && parent.items.find(({ key: name }) => String(name) === key);
    const node = pair ? pair.key : document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
};

const parse = (lines: readonly string[]) => {
  const counter = new LineCounter();
  const document = parseDocument(lines.join('\n'), { lineCounter: counter, prettyErrors: false });
  return { document, counter };
};

/** What is wrong with fields that cannot be read. Lines from 0. */
function brokenFields(lines: readonly string[], { document, counter }: ReturnType<typeof parse>) {
  const error = document.errors[0] ?? document.warnings[0];
  if (!error) return misread(lines);
  return explainYaml(lines, { code: error.code, at: counter.linePos(error.pos[0]).line - 1 });
}

function readMarkdown(file: string, lines: readonly string[]): Source | BrokenSource {
  if (!OPENING.test(lines[0] ?? '')) {
    const says =
      'The fields belong at the top of the file, between two lines of three hyphens. The first line should be ---';
    return { file, broken: { line: 1, says, fixed: `---\n${lines[0]?.trim() || 'title: …'}` } };
  }
  const end = lines.findIndex((line, index) => index > 0 && OPENING.test(line));
  if (end < 0) {
    // A field, an entry of a list, or what belongs to one: the first line that is none is the text.
    const text = lines.findIndex((line, index) => index > 0 && !/^(\w+:|\s*- |\s+\S)/.test(line));
    const last = (text < 0 ? lines.length : text) - 1;
    return { file, broken: { line: last + 1, ...closing(last > 0 ? (lines[last] ?? '') : '---') } };
  }
  const fields = lines.slice(1, end);
  const parsed = parse(fields);
  const broken = brokenFields(fields, parsed);
  // The opening hyphens are the file's first line.
  if (broken) return { file, broken: { ...broken, line: (broken.line ?? 0) + 2 } };
  const { document, counter } = parsed;
  return {
    file,
    data: document.toJS(),
    body: lines.slice(end + 1).join('\n'),
    lines,
    bodyLine: end + 2,
    lineOf: (path) => keyLine(document, counter, path) + 1,
  };
}

function readJson(file: string, text: string, lines: readonly string[]): Source | BrokenSource {
  const broken = explainJson(text);
  if (broken) return { file, broken };
  // JSON is YAML too, which knows the lines; but YAML forgives what JSON does not.
  const { document, counter } = parse(lines);
  return {
    file,
    data: JSON.parse(text),
    body: '',
    lines,
    bodyLine: lines.length + 1,
    lineOf: (path) => keyLine(document, counter, path),
  };
}

/** Reads a content file: Markdown with its fields at the top, or JSON. */
export function readSource(file: string, raw: string): Source | BrokenSource {
  // Windows' editor begins a file with a mark of its own.
  const text = raw.replace(/^\uFEFF/, '');
  const lines = text.split(/\r?\n/);
  return file.endsWith('.json') ? readJson(file, text, lines) : readMarkdown(file, lines);
}
