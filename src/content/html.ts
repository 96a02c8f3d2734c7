import { escapeHtml } from '../contract/escape-html.ts';
import { type Facts, fillPlaceholders } from './fill.ts';
import { unbroken } from './format.ts';

/** A link that starts an email. */
const mailLink = (email: string): string =>
  `<a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a>`;

/** Plain text as HTML paragraphs, split at empty lines. The email address in it becomes a link. */
export const paragraphs = (text: string, email: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => `<p>${escapeHtml(part).replaceAll(escapeHtml(email), mailLink(email))}</p>`)
    .join('');

// Tags and whole links. The text of a link must not contain another link.
const TAGS_AND_LINKS = /(<a\s[^]*?<\/a>|<[^>]*>)/;

/** Fills the facts into HTML made of Markdown. The support address becomes a link. */
export function fillHtml(html: string, facts: Facts): string {
  const escaped = Object.entries(facts).map(([name, value]) => [name, escapeHtml(value)]);
  const tags: Facts = Object.fromEntries(escaped);
  const { supportEmail } = facts;
  const text = supportEmail ? { ...tags, supportEmail: mailLink(supportEmail) } : tags;
  return html
    .split(TAGS_AND_LINKS)
    .map((part, index) =>
      index % 2 === 0 ? unbroken(fillPlaceholders(part, text)) : fillPlaceholders(part, tags),
    )
    .join('');
}

/** Markdown for the text part of an email: readable as it is, but for links, headings and bold words. */
export const plainText = (markdown: string): string =>
  markdown
    .trim()
    .replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, '$1 ($2)')
    .replaceAll(/^#+ +(.*)$/gm, (_, words: string) => words.toUpperCase())
    .replaceAll(/(\*{1,2})(?=\S)([^*]+)\1/g, '$2');

/** Tags without an end. */
const VOID = new Set(['br', 'hr', 'img', 'input']);

/** HTML made of Markdown in two: its first block, which may be a quote or a list, and the others. */
export function splitFirst(html: string): readonly [first: string, others: string] {
  let depth = 0;
  for (const { 0: tag, 1: end, 2: name = '', index } of html.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (!VOID.has(name)) depth += end ? -1 : 1;
    if (depth === 0) return [html.slice(0, index + tag.length), html.slice(index + tag.length)];
  }
  return [html, ''];
}

const CONDITIONAL = /<p>\{(withMail|withoutMail)\} ([^]*?)<\/p>\n?/g;

/** Removes the paragraphs that don't apply to this shop from HTML made of Markdown. */
export const removeInapplicable = (html: string, hasMail: boolean): string =>
  html.replace(CONDITIONAL, (_, condition: string, words: string) =>
    (condition === 'withMail') === hasMail ? `<p>${words}</p>\n` : '',
  );
