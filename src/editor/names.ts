import { closest } from '../content/closest.ts';
import type { Finding } from './finding.ts';
import type { Kind } from './kind.ts';

/** Addresses that the shop itself answers, so that no page of content/ can have them. */
export const RESERVED: readonly string[] = [
  '404',
  'about',
  'admin',
  'api',
  'faqs',
  'favicon',
  'guide-download',
  'home',
  'index',
  'look-inside',
  'no-script',
  'og',
  'printables',
  'drawings',
  'robots',
];
export const RESERVED_START = /^(payment|admin|sitemap)-/;

/** What computers leave in folders by themselves, and Astro does not read. */
const NOBODYS = /^\.|[~#]$|^(Thumbs\.db|desktop\.ini)$/i;

const README = 'content/README.md';
const NAME = /^[a-z0-9]+(-[a-z0-9]+)*\.md$/;
const DRAWING = /^[\w-]+\.svg$/;
const TEXT = /(\.(md|markdown|mdx|txt|rtf|html?))*$/i;

/** A file with what is wrong with it. */
export type Misplaced = { file: string; finding: Finding };

const slug = (name: string): string =>
  name
    .replace(TEXT, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

function wrongName(folder: string, name: string): Finding | null {
  if (NAME.test(name) || (folder === 'content/logos/' && DRAWING.test(name))) return null;
  if (name.includes('/')) {
    const says = `The shop does not read folders within ${folder}`;
    return { says, tip: `Move the file to ${folder} or take it out.` };
  }
  const isText = TEXT.exec(name)?.[0] !== '' || !name.includes('.');
  if (!isText || slug(name) === '') {
    return { says: 'The shop does not read such a file.', tip: 'Take it out.' };
  }
  const says =
    'The shop does not read a file of this name: small letters, digits and hyphens, then ".md".';
  return { says, tip: `Rename it to ${slug(name)}.md` };
}

function strayName(file: string, kinds: readonly Kind[]): Finding {
  const [first = '', ...rest] = file.split('/').slice(1);
  const name = rest.length > 0 ? `${first}/` : first;
  const meant = closest(
    name,
    kinds.map(({ at: place }) => place.slice('content/'.length)),
  );
  const says = 'The shop does not read this file.';
  const tip =
    rest.length > 0
      ? `If you meant content/${meant}, move it there.`
      : `If you meant content/${meant}, rename it.`;
  return { says, tip: meant ? tip : 'Take it out.' };
}

function wrongAddress(file: string, files: readonly string[]): Finding | null {
  const [, folder, id = ''] = /^content\/(guides|legal)\/(.+)\.md$/.exec(file) ?? [];
  if (!folder) return null;
  if (RESERVED.includes(id) || RESERVED_START.test(id)) {
    const says = `The file’s name is the page’s address, but /${id} belongs to the shop itself.`;
    return { says, tip: 'Give the file another name.' };
  }
  // The menu knows the pages of guides by this word.
  if (folder === 'guides' && !id.startsWith('guide-')) {
    const says = 'The name of a guide’s file begins with "guide-", as in guide-4.md.';
    return { says, tip: `Rename it to guide-${id}.md` };
  }
  const other = `content/guides/${id}.md`;
  if (folder === 'guides' || !files.includes(other)) return null;
  const says = `The file’s name is the page’s address, and ${other} has the same one.`;
  return { says, tip: 'Give one of the two files another name.' };
}

/** The questions' addresses on the FAQ page are their files' names without the number in front. */
const anchorOf = (file: string) => /^content\/faqs\/(?:\d+-)?(.+)\.md$/.exec(file)?.[1];

function sameAnchor(file: string, files: readonly string[]): Finding | null {
  const anchor = anchorOf(file);
  const other = files.find((name) => anchorOf(name) === anchor);
  if (anchor === undefined || other === file) return null;
  const says = `Without the number, ${other} has the same name, and so the same address on the page.`;
  return { says, tip: 'Give one of the two files another name.' };
}

/** The files of content/ that the shop would not read, or could not show. */
export function wrongNames(files: readonly string[], kinds: readonly Kind[]): Misplaced[] {
  return files
    .filter((file) => file !== README && !file.split('/').some((part) => NOBODYS.test(part)))
    .flatMap((file) => {
      const kind = kinds.find(({ at }) => at === file || (at.endsWith('/') && file.startsWith(at)));
      const finding = kind
        ? (at(kind, file) ?? wrongAddress(file, files) ?? sameAnchor(file, files))
        : strayName(file, kinds);
      return finding ? [{ file, finding }] : [];
    });
}

const at = (kind: Kind, file: string): Finding | null =>
  kind.at === file ? null : wrongName(kind.at, file.slice(kind.at.length));

/** The files that the shop cannot do without. */
export function missingFiles(files: readonly string[], kinds: readonly Kind[]): Misplaced[] {
  return kinds.flatMap(({ at: place, least }) => {
    if (!place.endsWith('/')) {
      const says = 'This file is missing, and the shop cannot be built without it.';
      return files.includes(place) ? [] : [{ file: place, finding: { says } }];
    }
    const isThere = files.some((file) => file.startsWith(place) && file.endsWith('.md'));
    return isThere || !least ? [] : [{ file: place, finding: { says: least } }];
  });
}
