import { MAIL_NAMES } from '../../contract/mail.ts';
import { COLLECTIONS, COLLECTION_NAMES, collectionOf } from '../collections.ts';
import { useOfPicture } from '../picture-files.ts';
import { isPrintable } from '../printables.ts';

/** The sample PDF that a local shop sells until the owner uploads the real one. */
const SAMPLE = /^content\/guides\/(?:guide-[\w-]+|bundle)\/sample\.pdf$/;

const MAIL_FILES = MAIL_NAMES.map((name) => `${COLLECTIONS.mails.location}${name}.md`);

/** The files that the shop uses, and the folders in which it uses any Markdown file. */
export const CONTENT_PATHS: readonly string[] = COLLECTION_NAMES.flatMap((name) =>
  name === 'mails' ? MAIL_FILES : [COLLECTIONS[name].location],
);

const isEntry = (file: string): boolean => {
  const collection = collectionOf(file);
  return collection === 'mails' ? MAIL_FILES.includes(file) : collection !== undefined;
};

const isUsed = (file: string): boolean =>
  isEntry(file) || useOfPicture(file) !== undefined || SAMPLE.test(file) || isPrintable(file);

/** The format in which iPhones store photos. */
const PHONE_PHOTO = /\.hei[cf]$/i;
/** Picture formats that the shop does not accept. */
const OTHER_PICTURE = /\.(?:tiff?|avif|gif|bmp|psd|ai|eps)$/i;
const PICTURE_OR_PDF = /\.(?:png|jpe?g|webp|svg|hei[cf]|tiff?|avif|gif|bmp|psd|ai|eps|pdf)$/i;

const withLowercaseName = (file: string): string =>
  file.replace(/[^/]*$/, (name) => name.toLowerCase());

const nameOf = (file: string): string => file.replace(/^.*\//, '');

/** Naming advice for pictures and PDFs, by folder. The first match applies. */
const NAMING_ADVICE: readonly { readonly folder: RegExp; readonly advice: string }[] = [
  {
    folder: /^content\/guides\/(?:guide-[a-z0-9-]+|bundle)\/[^/]+$/,
    advice:
      'In a guide’s folder, the cover is cover.png (or .svg, .jpg, .webp), pictures of pages are inside-1.png, inside-2.png and so on (or .jpg, .webp), and the PDF for your own computer is sample.pdf. Give the file one of these names.',
  },
  {
    folder: /^content\/guides\//,
    advice:
      'A guide’s pictures belong in a folder named after the guide’s file, in lowercase letters: content/guides/guide-1/ for guide-1.md. Move the file there.',
  },
  {
    folder: /^content\/logos\//,
    advice:
      'A logo’s file name consists of letters, digits and hyphens, without spaces, as in library.png (or .svg, .jpg, .webp). Rename the file.',
  },
  {
    folder: /^content\/articles\//,
    advice:
      'An article’s picture is a .png or .jpg. Its name consists of letters, digits and hyphens, without spaces, as in are-we-rich.png. Export it again, or rename it.',
  },
  {
    folder: /^content\/printables\//,
    advice:
      'A printable file is a .pdf or a .png. Its name consists of lowercase letters, digits and hyphens, as in chore-chart.pdf. Export it again, or rename it.',
  },
  {
    folder: /^content\//,
    advice:
      'In this folder, the shop uses share.png (or .jpg) for social networks and creator.jpg (or .svg, .png, .webp) for the planner. A guide’s pictures belong in content/guides/guide-1/, and logos in content/logos/. Rename or move the file.',
  },
];

function pictureNameError(file: string): string {
  if (PHONE_PHOTO.test(file)) {
    return 'This is a phone’s photo format, which some browsers can’t show. Open the photo, export it as a JPEG, and replace this file with the new one.';
  }
  if (OTHER_PICTURE.test(file)) {
    return 'The shop can’t use this kind of picture. Open it, export it as a JPEG or PNG, and replace this file with the new one.';
  }
  if (/\/(?:cover|inside-?\d+)\.pdf$/i.test(file)) {
    return 'A PDF can’t be shown as a picture. Open it, export the page as a PNG, and replace this file with the new one.';
  }
  return NAMING_ADVICE.find(({ folder }) => folder.test(file))?.advice ?? '';
}

/** Returns what is wrong with a file's name, or null if the shop uses the file. */
export function findNameError(file: string): string | null {
  if (isUsed(file)) return null;
  const lowercase = withLowercaseName(file);
  if (isUsed(lowercase) && PICTURE_OR_PDF.test(file)) {
    return `Write the file’s name in lowercase letters: ${nameOf(lowercase)}.`;
  }
  if (PICTURE_OR_PDF.test(file)) return pictureNameError(file);
  const folder = CONTENT_PATHS.find((path) => path.endsWith('/') && file.startsWith(path));
  return folder === undefined
    ? `The shop does not use this file. It uses: ${CONTENT_PATHS.join(', ')}.`
    : `The shop can’t use a file with this name. In ${folder}, use lowercase letters, digits and hyphens, and end the name in .md, as in 13-short-name.md.`;
}
