import { type MdastNode, markdownToMdast } from 'satteri';
import { type Entry, type Known, inBody } from './entry.ts';
import { kinds } from './kinds.ts';
import { addressOfFile } from './names.ts';

const HEADING =
  'start a heading with ##, as in "## What you buy". A single # is for the page’s own title.';
const PICTURE = 'the shop’s pages show no pictures in a text. Describe it in words.';
const COMMENT = 'a comment would reach every reader. Remove it.';
const HTML =
  'HTML is not for texts. Write Markdown, as in **bold**, [a link](/faqs) or ## A heading.';
const INDENTED = 'four spaces or a tab before a paragraph print it as computer code. Remove them.';

/** Files of the site that a text may link to. */
const FILES = ['/articles/feed.xml', '/printables/jar-labels.pdf'];

/** Why a link leads nowhere; null if it leads somewhere. `files` are all files of content/. */
function wrongLink(url: string, files: readonly string[]): string | null {
  // Filled in when an email is sent.
  if (/^\{\w+\}$|^%7B\w+%7D$/i.test(url)) return null;
  const [, path = '', anchor] = /^(\/[^#?]*)?(?:\?[^#]*)?(?:#(.*))?$/.exec(url) ?? [];
  if (path === '' && anchor === undefined) {
    const isWhole = /^(?:https:\/\/[^\s/]+\.[^\s/]+|mailto:[^\s@]+@[^\s@]+)/i.test(url);
    const says =
      'Write a whole address, as in https://example.com, or a page of the shop, as in /faqs.';
    return isWhole ? null : `nothing opens ${url}. ${says}`;
  }
  const addresses = [...files.flatMap((file) => addressOfFile(file) ?? []), ...FILES].toSorted();
  const pages = addresses.filter((one) => !one.includes('#'));
  if (path !== '' && !pages.includes(path)) {
    return `the shop has no page ${path}. It has: ${pages.join(', ')}.`;
  }
  const { at, page } = kinds.faqPage;
  const questions = addresses.flatMap((one) => one.split('#')[1] ?? []);
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

/** Markdown below the fields that no page or email of the shop can show. */
export function* wrongMarkdown(entry: Entry, { files }: Known): Iterable<string> {
  const lines = entry.body.split('\n');
  for (const node of nodesIn(markdownToMdast(entry.body))) {
    const says = wrongNode(node, files, lines);
    if (says !== null) yield inBody(entry, (node.position?.start.line ?? 1) - 1, says);
  }
}
