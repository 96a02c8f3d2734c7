import { type Kind } from './kind.ts';
import { kinds } from './kinds.ts';
import type { Finding } from './finding.ts';

/** Addresses that the shop uses besides those of content/, so no page of content/ can have them. */
export const RESERVED =
  /^(404|admin|api|covers|drawings|emails|favicon|guide-download|home|index|og|present|printables|robots|shell|(payment|admin|sitemap)-.*)$/;

/** Files that operating systems and editors create by themselves, and Astro ignores. */
const IGNORED = /^\.|[~#]$|^(Thumbs\.db|desktop\.ini)$/i;

const README = 'content/README.md';
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*\.md$/;
const DRAWING = /^[\w-]+\.svg$/;
/** The owner's photo, and the owner's pictures of a guide's pages. */
const PICTURE = /^content\/(creator|guides\/guide-[\w-]+\/[\w-]+)\.(png|jpe?g|webp)$/;

const KINDS: readonly Kind[] = Object.values(kinds);

/** The files that have to have these names, and the folders of all others. */
const PLACES = KINDS.flatMap(({ at, names }) => names?.map((name) => `${at}${name}.md`) ?? [at]);

/** The kind of a file, by its folder. Its name may still be wrong. */
const kindAt = (file: string): Kind | undefined =>
  KINDS.find(({ at }) => at === file || (at.endsWith('/') && file.startsWith(at)));

/** The kind of a Markdown or JSON file, if the shop uses it. */
export function kindOf(file: string): Kind | undefined {
  const kind = kindAt(file);
  const isUsed = kind?.at.endsWith('/')
    ? NAME.test(file.slice(kind.at.length)) && (!kind.names || PLACES.includes(file))
    : true;
  return isUsed ? kind : undefined;
}

/** The last part of the address of a file in a folder. A number before it only sorts the files. */
export const slugOf = (file: string): string => file.replace(/^.*\/(?:\d+-)?|\.md$/g, '');

/** The address that a file gives its page or question, "/guide-1" or "/faqs#allowance"; undefined if none. */
export function addressOf(file: string): string | undefined {
  const kind = kindOf(file);
  if (!kind?.page) return undefined;
  return kind.at.endsWith('/') ? kind.page + slugOf(file) : kind.page;
}

function unread(file: string): string | null {
  if (PICTURE.test(file)) return null;
  const kind = kindAt(file);
  if (!kind || (kind.names && !kindOf(file))) {
    return `The shop does not use this file. It uses: ${PLACES.join(', ')}.`;
  }
  const { at } = kind;
  if (kindOf(file) || (kind === kinds.logos && DRAWING.test(file.slice(at.length)))) return null;
  return `The shop can’t use a file with this name. In ${at}, use lowercase letters, digits and hyphens, and end the name in .md, as in 13-short-name.md.`;
}

function wrongAddress(file: string, files: readonly string[]): string | null {
  const address = addressOf(file);
  if (address === undefined) return null;
  if (RESERVED.test(address.slice(1))) {
    return `The file name becomes the page’s address, but the shop itself uses ${address}. Rename the file.`;
  }
  // The menu recognizes guides' pages by this prefix.
  if (kindOf(file) === kinds.guides && !address.startsWith('/guide-')) {
    return 'A guide’s file name starts with "guide-", as in guide-4.md.';
  }
  // Of two files with the same address, the first one keeps it.
  const first = files.find((other) => addressOf(other) === address) ?? file;
  if (first === file) return null;
  return `The file name becomes the page’s address, apart from a number before it, and ${first} has the same one. Rename one of them.`;
}

/** Files of content/ that the shop would ignore or could not show. */
export const wrongNames = (files: readonly string[]): Finding[] =>
  files
    .filter((file) => file !== README && !file.split('/').some((part) => IGNORED.test(part)))
    .flatMap((file) => {
      const says = unread(file) ?? wrongAddress(file, files);
      return says ? [{ file, says }] : [];
    });

/** The required files that are missing. */
export const missingFiles = (files: readonly string[]): Finding[] =>
  PLACES.filter(
    (place) =>
      !kindAt(place)?.mayBeNone &&
      !files.some((file) => file.startsWith(place) && /\.(md|json)$/.test(file)),
  ).map((file) => ({
    file,
    says: file.endsWith('/')
      ? 'The shop needs at least one file here.'
      : 'This file is missing, and the shop can’t be built without it.',
  }));
