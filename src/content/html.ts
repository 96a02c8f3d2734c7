import { escapeHtml } from '../contract/escape-html.ts';
import { type Facts, fill } from './fill.ts';
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

/** The facts as HTML, for its text and for its tags and links. */
type Escaped = { text: Facts; tags: Facts };

/** Caches the escaped facts, since every text is filled from the same ones, with a price for each guide. */
const known = new WeakMap<Facts, Escaped>();

function escapeFacts(facts: Facts): Escaped {
  const tags = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, escapeHtml(value)]),
  );
  const { supportEmail } = facts;
  const text = supportEmail ? { ...tags, supportEmail: mailLink(supportEmail) } : tags;
  return { text, tags };
}

/**
 * Fills the facts into HTML made of Markdown. The support address becomes a link. Throws as `fill` does.
 */
export function fillHtml(html: string, facts: Facts): string {
  const { text, tags } = known.get(facts) ?? escapeFacts(facts);
  known.set(facts, { text, tags });
  return html
    .split(TAGS_AND_LINKS)
    .map((part, index) => (index % 2 === 0 ? unbroken(fill(part, text)) : fill(part, tags)))
    .join('');
}
