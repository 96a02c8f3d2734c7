import { type Kind, kinds } from './schemas/kinds.ts';
import { mailKinds } from './schemas/mail.ts';
import type { Finding } from './source.ts';

/** Addresses that the shop itself answers, so that no page of content/ can have them. */
export const RESERVED =
  /^(404|about|admin|api|drawings|faqs|favicon|find-purchase|guide-download|home|index|look-inside|no-script|og|printables|robots|shell|(payment|admin|sitemap)-.*)$/;

/** What computers leave in folders by themselves, and Astro does not read. */
const NOBODYS = /^\.|[~#]$|^(Thumbs\.db|desktop\.ini)$/i;

const README = 'content/README.md';
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*\.md$/;
const DRAWING = /^[\w-]+\.svg$/;

const KINDS: readonly Kind[] = [...Object.values(kinds), ...mailKinds];

/** The kind of a file, by its place. Its name may still be wrong. */
const kindAt = (file: string): Kind | undefined =>
  KINDS.find(({ at }) => at === file || (at.endsWith('/') && file.startsWith(at)));

/** The kind of a Markdown or JSON file that the shop reads. */
export function kindOf(file: string): Kind | undefined {
  const kind = kindAt(file);
  return kind && (kind.at === file || NAME.test(file.slice(kind.at.length))) ? kind : undefined;
}

function unread(file: string): string | null {
  const at = kindAt(file)?.at;
  if (at === undefined) {
    const known = KINDS.map((kind) => kind.at).join(', ');
    return `The shop does not read this file. It reads: ${known}.`;
  }
  if (kindOf(file) || (at === 'content/logos/' && DRAWING.test(file.slice(at.length)))) return null;
  return `The shop does not read a file of this name. In ${at} a name has small letters, digits and hyphens and ends in .md, as in 13-short-name.md.`;
}

/** Pages of guides and legal pages are at the address of their file's name. */
function wrongAddress(file: string, files: readonly string[]): string | null {
  const [, folder, id = ''] = /^content\/(guides|legal)\/(.+)\.md$/.exec(file) ?? [];
  if (!folder) return null;
  if (RESERVED.test(id)) {
    return `The file’s name is the page’s address, but /${id} belongs to the shop itself. Give the file another name.`;
  }
  // The menu knows the pages of guides by this word.
  if (folder === 'guides' && !id.startsWith('guide-')) {
    return 'The name of a guide’s file begins with "guide-", as in guide-4.md.';
  }
  const other = `content/guides/${id}.md`;
  if (folder === 'guides' || !files.includes(other)) return null;
  return `The file’s name is the page’s address, and ${other} has the same one. Give one of the two another name.`;
}

/** The questions' addresses on the FAQ page are their files' names without the number in front. */
const anchorOf = (file: string) => /^content\/faqs\/(?:\d+-)?(.+)\.md$/.exec(file)?.[1];

function sameAnchor(file: string, files: readonly string[]): string | null {
  const anchor = anchorOf(file);
  const other = files.find((name) => anchorOf(name) === anchor);
  if (anchor === undefined || other === file) return null;
  return `Without the number, ${other} has the same name, and so the same address on the page. Give one of the two another name.`;
}

/** The files of content/ that the shop would not read, or could not show. */
export const wrongNames = (files: readonly string[]): Finding[] =>
  files
    .filter((file) => file !== README && !file.split('/').some((part) => NOBODYS.test(part)))
    .flatMap((file) => {
      const says = unread(file) ?? wrongAddress(file, files) ?? sameAnchor(file, files);
      return says ? [{ file, says }] : [];
    });

/** The files that the shop cannot do without. */
export const missingFiles = (files: readonly string[]): Finding[] =>
  KINDS.filter(
    ({ at, mayBeNone }) =>
      !mayBeNone && !files.some((file) => file.startsWith(at) && /\.(md|json)$/.test(file)),
  ).map(({ at }) => ({
    file: at,
    says: at.endsWith('/')
      ? 'The shop needs at least one file here.'
      : 'This file is missing, and the shop cannot be built without it.',
  }));
