import { type Facts, fill } from './fill.ts';
import { escapeHtml, mailLink } from './html.ts';

// Tags, and whole links, whose text must not get a link of its own.
const TAGS_AND_LINKS = /(<a\s[^]*?<\/a>|<[^>]*>)/;

/**
 * Puts the facts into HTML that was made of Markdown, and the address that parents write to as a link.
 * Throws as `fill` does.
 */
export function fillHtml(html: string, facts: Facts): string {
  const escaped = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, escapeHtml(value)]),
  );
  const { supportEmail } = facts;
  const linked = supportEmail ? { ...escaped, supportEmail: mailLink(supportEmail) } : escaped;
  return html
    .split(TAGS_AND_LINKS)
    .map((part, index) => fill(part, index % 2 === 0 ? linked : escaped))
    .join('');
}
