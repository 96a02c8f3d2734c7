import { KINDS, addressOfFile, allowedPaths, kindOf } from './addresses.ts';
import { kinds } from './kinds.ts';
import { useOfPicture } from './picture-files.ts';

/** Addresses that a page of content/ can't have, because other pages and files have them. */
export const RESERVED_ADDRESSES =
  /^(404|admin|api|apple-touch-icon|covers|drawings|emails|favicon|guide-download|home|index|og|present|printables|robots|shell|(payment|admin|sitemap)-.*)$/;

/** The README, and files that operating systems and editors create. Astro ignores them too. */
const IGNORED = /^content\/README\.md$|(^|\/)\.|[~#](\/|$)|\/(Thumbs\.db|desktop\.ini)$/i;

const SAMPLE = /^content\/guides\/(?:guide-[\w-]+|bundle)\/sample\.pdf$/;
/** Files that the shop serves at /printables. */
const PRINTABLE = /^content\/printables\/[a-z0-9-]+\.(?:pdf|png)$/;

/** Pages link to these. */
const FREE_LABELS = ['content/printables/jar-labels.pdf', 'content/printables/jar-labels.png'];

const isUsed = (file: string): boolean =>
  kindOf(file) !== undefined ||
  useOfPicture(file) !== undefined ||
  SAMPLE.test(file) ||
  PRINTABLE.test(file);

/** Names that are right but for their capital letters, as many cameras write them. */
const CAPITALS = /\.(PNG|JPE?G|WEBP|SVG)$/i;
/** Pictures that not every browser shows, or that only a program for drawings opens. */
const OTHER_PICTURE = /\.(heic|heif|tiff?|avif|gif|bmp|psd|ai|eps)$|\/cover\.pdf$/i;

function nameError(file: string): string | null {
  if (isUsed(file)) return null;
  const lowered = file.replace(/[^/]*$/, (name) => name.toLowerCase());
  if (CAPITALS.test(file) && isUsed(lowered)) {
    return `Write the file’s name in lowercase letters: ${lowered.replace(/^.*\//, '')}.`;
  }
  if (OTHER_PICTURE.test(file)) {
    return 'Not every browser shows this kind of file. Open it, export it as a JPEG or PNG, and put that here.';
  }
  const folder = KINDS.find(
    ({ location, fileNames }) => location.endsWith('/') && !fileNames && file.startsWith(location),
  );
  return folder
    ? `The shop can’t use a file with this name. In ${folder.location}, use lowercase letters, digits and hyphens, and end the name in .md, as in 13-short-name.md.`
    : `The shop does not use this file. It uses: ${KINDS.flatMap(allowedPaths).join(', ')}.`;
}

function addressError(file: string, files: readonly string[]): string | null {
  const address = addressOfFile(file);
  if (address === undefined) return null;
  if (RESERVED_ADDRESSES.test(address.slice(1))) {
    return `The file name becomes the page’s address, but the shop itself uses ${address}. Rename the file.`;
  }
  // The menu recognizes guides' pages by this prefix.
  if (kindOf(file) === kinds.guides && !address.startsWith('/guide-')) {
    return 'A guide’s file name starts with "guide-", as in guide-4.md.';
  }
  // If two files have the same address, the second one is reported.
  const first = files.find((other) => addressOfFile(other) === address) ?? file;
  if (first === file) return null;
  return `The file name becomes the page’s address, apart from a number before it, and ${first} has the same one. Rename one of them.`;
}

export function* findFileErrors(content: ReadonlyMap<string, string>): Iterable<string> {
  const files = [...content.keys()];
  for (const path of KINDS.filter(({ mayBeEmpty }) => !mayBeEmpty).flatMap(allowedPaths)) {
    if (files.some((file) => file.startsWith(path) && /\.(md|json)$/.test(file))) continue;
    const message = path.endsWith('/')
      ? 'The shop needs at least one file here.'
      : 'This file is missing, and the shop can’t be built without it.';
    yield `${path}: ${message}`;
  }
  for (const file of FREE_LABELS.filter((name) => !files.includes(name))) {
    yield `${file}: This file is missing. The free lesson and the page of a guide link to it.`;
  }
  for (const file of files) {
    if (IGNORED.test(file)) continue;
    const message = nameError(file) ?? addressError(file, files);
    if (message) yield `${file}: ${message}`;
  }
}
