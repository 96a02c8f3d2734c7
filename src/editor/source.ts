import { LineCounter, type Document, isMap, isNode, parseDocument } from 'yaml';

export type Source = {
  /** As an editor knows it: "content/site.md". */
  file: string;
  data: unknown;
  body: string;
  /** The line of a field, from 1; of what is around it where the field is missing. */
  lineOf: (path: readonly PropertyKey[]) => number;
};

export type BrokenSource = { file: string; line: number; message: string; text: string };

const FRONTMATTER = /^---\r?\n([^]*?)\r?\n---\r?(?:\n|$)/;

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

/** Reads a content file: Markdown with its frontmatter, or JSON, which is YAML too. */
export function readSource(file: string, text: string): Source | BrokenSource {
  const isMarkdown = file.endsWith('.md');
  const matter = isMarkdown ? FRONTMATTER.exec(text) : null;
  if (isMarkdown && !matter) {
    const message = 'The fields belong at the top of the file, between two lines of three hyphens.';
    return { file, line: 1, message, text: '---\ntitle: …\n---' };
  }
  // The opening hyphens are the file's first line.
  const linesBefore = matter ? 1 : 0;
  const lines = new LineCounter();
  const document = parseDocument(matter?.[1] ?? text, { lineCounter: lines, prettyErrors: false });
  const error = document.errors[0];
  if (error) {
    const line = lines.linePos(error.pos[0]).line + linesBefore;
    return { file, line, message: error.message, text: text.split(/\r?\n/)[line - 1] ?? '' };
  }
  return {
    file,
    data: document.toJS(),
    body: matter ? text.slice(matter[0].length).trim() : '',
    lineOf: (path) => keyLine(document, lines, path) + linesBefore,
  };
}
