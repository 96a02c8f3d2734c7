import { type Kind, kinds } from './schemas/kinds.ts';
import { mailKinds } from './schemas/mail.ts';
import type { Finding } from './source.ts';

/** Addresses that the shop itself uses, so no page of content/ can have them. */
export const RESERVED =
  /^(404|about|admin|api|covers|drawings|faqs|favicon|find-purchase|guide-download|home|index|lesson|og|present|printables|robots|shell|(payment|admin|sitemap)-.*)$/;

/** Files that operating systems and editors create by themselves, and Astro ignores. */
const IGNORED = /^\.|[~#]$|^(Thumbs\.db|desktop\.ini)$/i;

const README = 'content/README.md';
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*\.md$/;
const DRAWING = /^[\w-]+\.svg$/;

const KINDS: readonly Kind[] = [...Object.values(kinds), ...mailKinds];

/** The kind of a file, by its folder. Its name may still be wrong. */
const kindAt = (file: string): Kind | undefined =>
  KINDS.find(({ at }) => at === file || (at.endsWith('/') && file.startsWith(at)));

/** The kind of a Markdown or JSON file, if the shop uses it. */
export function kindOf(file: string): Kind | undefined {
  const kind = kindAt(file);
  return kind && (kind.at === file || NAME.test(file.slice(kind.at.length))) ? kind : undefined;
}

function unread(file: string): string | null {
  const at = kindAt(file)?.at;
  if (at === undefined) {
    const known = KINDS.map((kind) => kind.at).join(', ');
    return `The shop does not use this file. It uses: ${known}.`;
  }
  if (kindOf(file) || (at === 'content/logos/' && DRAWING.test(file.slice(at.length)))) return null;
  return `The shop can’t use a file with this name. In ${at}, use lowercase letters, digits and hyphens, and end the name in .md, as in 13-short-name.md.`;
}

/** Guides and legal pages get their address from the file name. */
function wrongAddress(file: string, files: readonly string[]): string | null {
  const [, folder, id = ''] = /^content\/(guides|legal)\/(.+)\.md$/.exec(file) ?? [];
  if (!folder) return null;
  if (RESERVED.test(id)) {
    return `The file name becomes the page’s address, but the shop itself uses /${id}. Rename the file.`;
  }
  // The menu recognizes guides' pages by this prefix.
  if (folder === 'guides' && !id.startsWith('guide-')) {
    return 'A guide’s file name starts with "guide-", as in guide-4.md.';
  }
  const other = `content/guides/${id}.md`;
  if (folder === 'guides' || !files.includes(other)) return null;
  return `The file name becomes the page’s address, and ${other} has the same one. Rename one of them.`;
}

/** A question's anchor on the FAQ page is its file name without the leading number. */
const anchorOf = (file: string) => /^content\/faqs\/(?:\d+-)?(.+)\.md$/.exec(file)?.[1];

function sameAnchor(file: string, files: readonly string[]): string | null {
  const anchor = anchorOf(file);
  const other = files.find((name) => anchorOf(name) === anchor);
  if (anchor === undefined || other === file) return null;
  return `Apart from the number, ${other} has the same name, so both would have the same address on the page. Rename one of them.`;
}

/** The files of content/ that the shop would ignore or could not show. */
export const wrongNames = (files: readonly string[]): Finding[] =>
  files
    .filter((file) => file !== README && !file.split('/').some((part) => IGNORED.test(part)))
    .flatMap((file) => {
      const says = unread(file) ?? wrongAddress(file, files) ?? sameAnchor(file, files);
      return says ? [{ file, says }] : [];
    });

/** The required files that are missing. */
export const missingFiles = (files: readonly string[]): Finding[] =>
  KINDS.filter(
    ({ at, mayBeNone }) =>
      !mayBeNone && !files.some((file) => file.startsWith(at) && /\.(md|json)$/.test(file)),
  ).map(({ at }) => ({
    file: at,
    says: at.endsWith('/')
      ? 'The shop needs at least one file here.'
      : 'This file is missing, and the shop can’t be built without it.',
  }));
