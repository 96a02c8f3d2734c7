import { type MdastNode, markdownToMdast } from 'satteri';
import { kinds } from './schemas/kinds.ts';
import type { Finding, Source } from './source.ts';

const BELOW = 'In the text below the fields';

const HEADING =
  'start a heading with ##, as in "## What you buy". A single # is for the page’s own title.';
const PICTURE = 'the shop’s pages show no pictures in a text. Describe it in words.';
const COMMENT = 'a comment would reach every reader. Remove it.';
const HTML =
  'HTML is not for texts. Write Markdown, as in **bold**, [a link](/faqs) or ## A heading.';
const INDENTED = 'four spaces or a tab before a paragraph print it as computer code. Remove them.';

/** Pages that no file of content/ adds. */
const PAGES = ['/', '/about', '/faqs', '/find-purchase', '/lesson', '/printables/jar-labels.pdf'];

const pathsOf = (files: readonly string[]): string[] =>
  files.flatMap((file) => {
    const [, id] = /^content\/(?:guides|legal)\/(.+)\.md$/.exec(file) ?? [];
    return id === undefined ? [] : [`/${id}`];
  });

/** The anchor of a question is its file's name without the leading number. */
const questionsOf = (files: readonly string[]): string[] =>
  files.flatMap((file) => /^content\/faqs\/(?:\d+-)?(.+)\.md$/.exec(file)?.[1] ?? []);

/** What is wrong with a link's address; null if nothing is. `files` are all files of content/. */
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
  const pages = [...PAGES, ...pathsOf(files)];
  if (path !== '' && !pages.includes(path)) {
    return `the shop has no page ${path}. It has: ${pages.join(', ')}.`;
  }
  const questions = questionsOf(files);
  if (path !== '/faqs' || anchor === undefined || questions.includes(anchor)) return null;
  return `${kinds.faqPage.at} has no question #${anchor}. It has: ${questions.join(', ')}.`;
}

function wrongNode(node: MdastNode, files: readonly string[], lines: readonly string[]) {
  switch (node.type) {
    case 'heading':
      return node.depth === 1 ? HEADING : null;
    case 'image':
    case 'imageReference':
      return PICTURE;
    case 'html':
      return node.value.startsWith('<!--') ? COMMENT : HTML;
    case 'code':
      return /^ *(`{3}|~{3})/.test(lines[(node.position?.start.line ?? 1) - 1] ?? '')
        ? null
        : INDENTED;
    case 'link':
    case 'definition':
      return wrongLink(node.url, files);
    default:
      return null;
  }
}

/** What the text below the fields has that no page or email of the shop can show. `files` are all files of content/. */
export function wrongMarkdown(
  { file, body, bodyLine }: Source,
  files: readonly string[],
): Finding[] {
  const lines = body.split('\n');
  const within = (node: MdastNode): Finding[] => {
    const says = wrongNode(node, files, lines);
    const line = bodyLine + (node.position?.start.line ?? 1) - 1;
    return [
      ...(says === null ? [] : [{ file, line, says: `${BELOW}: ${says}` }]),
      ...('children' in node ? node.children.flatMap(within) : []),
    ];
  };
  return within(markdownToMdast(body));
}
