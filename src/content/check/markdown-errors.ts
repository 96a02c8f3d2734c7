import { type MdastNode, markdownToMdast } from 'satteri';
import { FORBIDDEN_CHARACTER, findForbiddenCharacter } from './broken-text.ts';
import { type Entry, type CheckContext, bodyError } from './entry.ts';
import { findLiteralMarks } from './literal-marks.ts';
import { type LinkContext, linkContextOf, linkError } from './links.ts';

const HEADING =
  'start a heading with ##, as in "## What you buy". A single # is for the page’s own title.';
const PICTURE = 'pictures don’t work in this text. Describe the picture in words.';
const COMMENT = 'readers could see this comment in the page’s source. Remove it.';
const RAW_HTML =
  'HTML doesn’t work here. Write Markdown, such as **bold**, [a link](/faqs) or ## A heading.';
const INDENTED =
  'a paragraph that starts with four spaces or a tab is shown as code. Remove the spaces or the tab at the start of the line.';

function nodeError(node: MdastNode, context: LinkContext, lines: readonly string[]) {
  const line = lines[(node.position?.start.line ?? 1) - 1] ?? '';
  switch (node.type) {
    case 'heading':
      return node.depth === 1 ? HEADING : null;
    case 'image':
    case 'imageReference':
      return PICTURE;
    case 'html':
      return node.value.startsWith('<!--') ? COMMENT : RAW_HTML;
    case 'code':
      return /^ *(`{3}|~{3})/.test(line) ? null : INDENTED;
    case 'link':
    case 'definition':
      return linkError(node.url, context);
    case 'text':
      return textError(node.value);
    default:
      return null;
  }
}

/** Also finds characters from entities such as &#8;, which `findBrokenText` does not see. */
function textError(text: string): string | null {
  const forbidden = findForbiddenCharacter(text);
  return forbidden === undefined ? null : `${FORBIDDEN_CHARACTER} (${forbidden}).`;
}

function* nodesIn(node: MdastNode): Iterable<MdastNode> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* nodesIn(child);
}

export function* findMarkdownErrors(entry: Entry, context: CheckContext): Iterable<string> {
  const links = linkContextOf(entry, context);
  const lines = entry.body.split('\n');
  for (const node of nodesIn(markdownToMdast(entry.body))) {
    const message = nodeError(node, links, lines);
    if (message !== null) yield bodyError(entry, (node.position?.start.line ?? 1) - 1, message);
  }
  for (const { line, message } of findLiteralMarks(entry.body)) {
    yield bodyError(entry, line, message);
  }
}
