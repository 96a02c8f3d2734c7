import { escapeHtml } from '../contract/escape-html.ts';
import { type Facts, fill } from './fill.ts';

/** A link that writes a mail. */
const mailLink = (email: string): string =>
  `<a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a>`;

/** Plain text as paragraphs, an empty line between them; the address in it becomes a link. */
export const paragraphs = (text: string, email: string): string =>
  text
    .trim()
    .split(/\n\s*\n/)
    .map((part) => `<p>${escapeHtml(part).replaceAll(escapeHtml(email), mailLink(email))}</p>`)
    .join('');

// Tags, and whole links, whose text must not get a link of its own.
const TAGS_AND_LINKS = /(<a\s[^]*?<\/a>|<[^>]*>)/;

/** The facts as HTML: in its text, and in its tags and links. */
type Escaped = { text: Facts; tags: Facts };

/** Every text of the shop is filled from the same facts, and there is a price among them for each guide. */
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
 * Puts the facts into HTML that was made of Markdown, and the address that parents write to as a link.
 * Throws as `fill` does.
 */
export function fillHtml(html: string, facts: Facts): string {
  const { text, tags } = known.get(facts) ?? escapeFacts(facts);
  known.set(facts, { text, tags });
  return html
    .split(TAGS_AND_LINKS)
    .map((part, index) => fill(part, index % 2 === 0 ? text : tags))
    .join('');
}
