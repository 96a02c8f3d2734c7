import { addressOfFile } from '../addresses.ts';
import { COLLECTIONS, collectionOf } from '../collections.ts';
import { isPrintable } from '../printables.ts';
import { CONTENT_PATHS, findNameError } from './file-names.ts';
import { isReservedAddress } from './reserved-addresses.ts';

/** Instructions for editors, and files that operating systems and editing programs create. */
const IGNORED =
  /^content\/(?:README|SELLING|LAW)\.md$|(^|\/)\.|[~#](\/|$)|\/(Thumbs\.db|desktop\.ini)$/i;

/** If one of these folders is empty, the shop leaves out a page or a section. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set([
  COLLECTIONS.lessons.location,
  COLLECTIONS.legal.location,
  COLLECTIONS.testimonials.location,
  COLLECTIONS.logos.location,
]);

/** Pages link to these files. */
const FREE_LABELS = ['content/printables/jar-labels.pdf', 'content/printables/jar-labels.png'];

const NO_PDF = 'The file isn’t a PDF. Export it as a PDF again.';
const NO_PNG = 'The file isn’t a PNG. Export it as a PNG again.';

/** Checks that a file's contents match its extension. `text` is the contents decoded as UTF-8. */
function formatError(file: string, text: string): string | null {
  if (file.endsWith('.pdf') && !text.startsWith('%PDF-')) return NO_PDF;
  if (isPrintable(file) && file.endsWith('.png') && !/^.PNG\r\n/.test(text)) return NO_PNG;
  return null;
}

function addressError(file: string, files: readonly string[]): string | null {
  const address = addressOfFile(file);
  if (address === undefined) return null;
  if (isReservedAddress(address)) {
    return `The file name becomes the page’s address, but the shop itself uses ${address}. Rename the file.`;
  }
  // The menu recognizes guides' pages by this prefix.
  if (collectionOf(file) === 'guides' && !address.startsWith('/guide-')) {
    return 'A guide’s file name starts with "guide-", as in guide-4.md.';
  }
  // If two files have the same address, the second one is reported.
  const first = files.find((other) => addressOfFile(other) === address) ?? file;
  if (first === file) return null;
  return `The file name becomes the page’s address, without a leading number, and ${first} has the same address. Rename one of them.`;
}

export function* findFileErrors(content: ReadonlyMap<string, string>): Iterable<string> {
  const files = [...content.keys()];
  for (const path of CONTENT_PATHS) {
    if (MAY_BE_EMPTY.has(path)) continue;
    if (files.some((file) => file.startsWith(path) && /\.(md|json)$/.test(file))) continue;
    const message = path.endsWith('/')
      ? 'The shop needs at least one .md file here. Add one.'
      : 'This file is missing. The shop can’t be built without it.';
    yield `${path}: ${message}`;
  }
  for (const file of FREE_LABELS.filter((name) => !files.includes(name))) {
    yield `${file}: This file is missing. The free lesson and the page of a guide link to it.`;
  }
  for (const [file, text] of content) {
    if (IGNORED.test(file)) continue;
    const message = findNameError(file) ?? addressError(file, files) ?? formatError(file, text);
    if (message) yield `${file}: ${message}`;
  }
}
