import { type MdastNode, markdownToMdast } from 'satteri';
import { FORBIDDEN_CHARACTER, findForbiddenCharacter } from './broken-text.ts';
import { type Entry, type CheckContext, bodyError } from './entry.ts';
import { kinds } from './kinds.ts';
import { addressOfFile } from './addresses.ts';
import { findLiteralMarks } from './literal-marks.ts';
import { pageOf } from './page-ids.ts';

const HEADING =
  'start a heading with ##, as in "## What you buy". A single # is for the page’s own title.';
const PICTURE = 'the shop’s pages show no pictures in a text. Describe it in words.';
const COMMENT = 'a comment would reach every reader. Remove it.';
const RAW_HTML =
  'HTML is not for texts. Write Markdown, as in **bold**, [a link](/faqs) or ## A heading.';
const INDENTED = 'four spaces or a tab before a paragraph print it as computer code. Remove them.';

const LINKABLE_FILES = ['/articles/feed.xml', '/printables/jar-labels.pdf'];

const PLACEHOLDER = /^\{\w+\}$|^%7B\w+%7D$/i;
/** A path, a query that is ignored, and an anchor. */
const LOCAL_ADDRESS = /^(\/[^#?]*)?(?:\?[^#]*)?(?:#(.*))?$/;
const EXTERNAL_ADDRESS = /^(?:https:\/\/[^\s/]+\.[^\s/]+|mailto:[^\s@]+@[^\s@]+)/i;
const WRITE_ADDRESS =
  'Write a whole address, as in https://example.com, or a page of the shop, as in /faqs.';

/** `page` is the path of the page that shows the text. */
type LinkContext = CheckContext & { readonly page: string | undefined };

const NO_IDS: ReadonlySet<string> = new Set();

const questionsOf = (addresses: readonly string[]): string[] =>
  addresses.flatMap((address) => address.split('#')[1] ?? []);

function linkError(url: string, context: LinkContext): string | null {
  if (PLACEHOLDER.test(url)) return null; // filled in when an email is sent
  const { files, pageIds, page: ownPage } = context;
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
  if (anchor === undefined) return null;
  const page = path === '' ? ownPage : path;
  const ids = page === undefined ? NO_IDS : pageIds.get(page);
  if (!ids || ids.has(anchor)) return null;
  if (page === undefined) return 'an email has no parts to link to. Write the address of a page.';
  const parts = page === kinds.faqPage.page ? questionsOf(addresses) : [...ids];
  return `the page ${page} has no part #${anchor}. It has: ${parts.join(', ')}.`;
}

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

/** An entity such as &#8; becomes a character that the file itself does not have. */
function textError(text: string): string | null {
  const forbidden = findForbiddenCharacter(text);
  return forbidden === undefined ? null : `${FORBIDDEN_CHARACTER} (${forbidden}).`;
}

function* nodesIn(node: MdastNode): Iterable<MdastNode> {
  yield node;
  if ('children' in node) for (const child of node.children) yield* nodesIn(child);
}

export function* findMarkdownErrors(entry: Entry, context: CheckContext): Iterable<string> {
  const links = { ...context, page: pageOf(entry) };
  const lines = entry.body.split('\n');
  for (const node of nodesIn(markdownToMdast(entry.body))) {
    const message = nodeError(node, links, lines);
    if (message !== null) yield bodyError(entry, (node.position?.start.line ?? 1) - 1, message);
  }
  for (const { line, message } of findLiteralMarks(entry.body)) {
    yield bodyError(entry, line, message);
  }
}
