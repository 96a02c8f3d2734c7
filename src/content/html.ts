import { escapeHtml } from '../contract/escape-html.ts';
import { unbrokenHtml } from '../contract/ranges.ts';
import { type Facts, fillPlaceholders } from './fill.ts';

const mailLink = (email: string): string =>
  `<a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a>`;

/** Turns each occurrence of `email` in the text into a link. */
export const textToHtml = (text: string, email: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => `<p>${escapeHtml(part).replaceAll(escapeHtml(email), mailLink(email))}</p>`)
    .join('');

// Matches a whole link as one part, because the text of a link must not contain another link.
const TAGS_AND_LINKS = /(<a\s[^]*?<\/a>|<[^>]*>)/;

/** Fills in placeholders. The support address becomes a link, except inside tags and links. */
export function fillHtml(html: string, facts: Facts): string {
  const escaped = Object.entries(facts).map(([name, value]) => [name, escapeHtml(value)]);
  const inTags: Facts = Object.fromEntries(escaped);
  const { supportEmail } = facts;
  const inText = supportEmail ? { ...inTags, supportEmail: mailLink(supportEmail) } : inTags;
  const filled = html
    .split(TAGS_AND_LINKS)
    .map((part, index) => fillPlaceholders(part, index % 2 === 0 ? inText : inTags))
    .join('');
  return unbrokenHtml(filled);
}

const VOID_ELEMENTS = new Set(['br', 'hr', 'img', 'input']);

/** Splits rendered Markdown after its first block: a paragraph, a quote or a list. */
export function splitAfterFirstBlock(html: string): readonly [first: string, others: string] {
  let depth = 0;
  for (const { 0: tag, 1: end, 2: name = '', index } of html.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
    if (!VOID_ELEMENTS.has(name)) depth += end ? -1 : 1;
    if (depth === 0) return [html.slice(0, index + tag.length), html.slice(index + tag.length)];
  }
  return [html, ''];
}

/** Whether the shop sends email, and whether its bundle is for sale. */
export type Conditions = { readonly mail: boolean; readonly bundle: boolean };

const CONDITIONAL = /<p>\{with(out)?(Mail|Bundle)\} ([^]*?)<\/p>\n?/g;

/** Removes paragraphs such as `{withMail}` and `{withoutBundle}` that don't apply to this shop. */
export const removeInapplicableParagraphs = (html: string, conditions: Conditions): string =>
  html.replace(CONDITIONAL, (_, out: string | undefined, about: string, words: string) => {
    const isTrue = about === 'Mail' ? conditions.mail : conditions.bundle;
    return isTrue === (out === undefined) ? `<p>${words}</p>\n` : '';
  });
