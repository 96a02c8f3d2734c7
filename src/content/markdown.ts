import { type MdastNode, markdownToMdast } from 'satteri';
import { type Entry, type CheckContext, inBody } from './entry.ts';
import { kinds } from './kinds.ts';
import { addressOfFile } from './names.ts';

const HEADING =
  'start a heading with ##, as in "## What you buy". A single # is for the page’s own title.';
const PICTURE = 'the shop’s pages show no pictures in a text. Describe it in words.';
const COMMENT = 'a comment would reach every reader. Remove it.';
const HTML =
  'HTML is not for texts. Write Markdown, as in **bold**, [a link](/faqs) or ## A heading.';
const INDENTED = 'four spaces or a tab before a paragraph print it as computer code. Remove them.';

const LINKABLE_FILES = ['/articles/feed.xml', '/printables/jar-labels.pdf'];

/** An address within the shop: a path, a query that is ignored, and an anchor. */
const LOCAL_ADDRESS = /^(\/[^#?]*)?(?:\?[^#]*)?(?:#(.*))?$/;
const EXTERNAL_ADDRESS = /^(?:https:\/\/[^\s/]+\.[^\s/]+|mailto:[^\s@]+@[^\s@]+)/i;
const WRITE_ADDRESS =
  'Write a whole address, as in https://example.com, or a page of the shop, as in /faqs.';

/** Why a link is broken; null if it works. `files` are all files of content/. */
function wrongLink(url: string, files: readonly string[]): string | null {
  // Filled in when an email is sent.
  if (/^\{\w+\}$|^%7B\w+%7D$/i.test(url)) return null;
  const local = LOCAL_ADDRESS.exec(url);
  const path = local?.[1] ?? '';
  const anchor = local?.[2];
  if (path === '' && anchor === undefined) {
    if (EXTERNAL_ADDRESS.test(url)) return null;
    return `nothing opens ${url}. ${WRITE_ADDRESS}`;
  }
  const addresses = [
    ...files.flatMap((file) => addressOfFile(file) ?? []),
    ...LINKABLE_FILES,
  ].toSorted();
  const pages = addresses.filter((address) => !address.includes('#'));
  if (path !== '' && !pages.includes(path)) {
    return `the shop has no page ${path}. It has: ${pages.join(', ')}.`;
  }
  const { at, page } = kinds.faqPage;
  const questions = addresses.flatMap((address) => address.split('#')[1] ?? []);
  if (path !== page || anchor === undefined || questions.includes(anchor)) return null;
  return `${at} has no question #${anchor}. It has: ${questions.join(', ')}.`;
}

function wrongNode(node: MdastNode, files: readonly string[], lines: readonly string[]) {
  const line = lines[(node.position?.start.line ?? 1) - 1] ?? '';
  switch (node.type) {
    case 'heading':
      return node.depth === 1 ? HEADING : null;
    case 'image':
    case 'imageReference':
      return PICTURE;
    case 'html':
      return node.value.startsWith('<!--') ? COMMENT : HTML;
    case 'code':
      return /^ *(`{3}|~{3})/.test(line) ? null : INDENTED;
    case 'link':
    case 'definition':
      return wrongLink(node.url, files);
    default:
      return null;
  }
}

function* nodesIn(node: MdastNode): Iterable<MdastNode> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* nodesIn(child);
}

export function* wrongMarkdown(entry: Entry, { files }: CheckContext): Iterable<string> {
  const lines = entry.body.split('\n');
  for (const node of nodesIn(markdownToMdast(entry.body))) {
    const says = wrongNode(node, files, lines);
    if (says !== null) yield inBody(entry, (node.position?.start.line ?? 1) - 1, says);
  }
}
