import type { PdfFindings } from '../../pdf/inspect.ts';
import { fileSize } from './upload-messages.ts';

/** One thing found in a PDF, and what it means for who buys it. */
export type FindingLine = {
  readonly label: string;
  readonly value: string;
  readonly meaning: string;
  /** Something that the owner may want to change before buyers get the file. */
  readonly isAmiss: boolean;
};

/** About a minute at 1 Mbit/s. */
const MANY_BYTES = 8 * 1024 * 1024;

/** A font of which only some letters are in the file is called "ABCDEF+Georgia" (ISO 32000-1, 9.6.4). */
const fontName = (name: string): string => name.replace(/^[A-Z]{6}\+/, '');

function fontLine({ embedded, missing }: PdfFindings['fonts']): FindingLine {
  const label = 'Fonts';
  if (missing.length > 0) {
    const names = [...new Set(missing.map(fontName))].join(', ');
    const meaning = 'Devices without them show other letters, and lines may break elsewhere.';
    return { label, value: `Not in the file: ${names}`, meaning, isAmiss: true };
  }
  if (embedded === 0) {
    const meaning = 'Text drawn as pictures cannot be searched, copied or read aloud.';
    return { label, value: 'None: no text in it', meaning, isAmiss: true };
  }
  const meaning = 'It looks the same on every device.';
  return { label, value: `All ${embedded} in the file`, meaning, isAmiss: false };
}

function pagesLine(pages: number, told: number | null): FindingLine {
  const line = { label: 'Pages', value: String(pages) };
  if (told === null) return { ...line, meaning: 'Is it the whole guide?', isAmiss: false };
  if (told === pages)
    return { ...line, meaning: 'As many as the shop tells buyers.', isAmiss: false };
  const meaning = `The shop tells buyers of ${told}. That number stands in the guide’s copy.`;
  return { ...line, meaning, isAmiss: true };
}

/**
 * What was found in a file of that many bytes. `toldPages` is how many the shop tells buyers of; null
 * where it does not say.
 */
export function describeFindings(
  found: PdfFindings,
  bytes: number,
  toldPages: number | null,
): FindingLine[] {
  const { title, tagged } = found;
  return [
    pagesLine(found.pages, toldPages),
    {
      label: 'Size',
      value: fileSize(bytes),
      meaning:
        bytes < MANY_BYTES
          ? 'Downloads in seconds, on a phone too.'
          : 'On a phone with a slow line it takes a minute or more.',
      isAmiss: bytes >= MANY_BYTES,
    },
    {
      label: 'Title',
      value: title ?? 'None',
      meaning: title
        ? 'Stands at the top of a reader’s window.'
        : 'A reader’s window shows the file’s name instead.',
      isAmiss: title === null,
    },
    {
      label: 'Protection',
      value: 'Not encrypted',
      meaning: 'Opens everywhere, and can be printed.',
      isAmiss: false,
    },
    fontLine(found.fonts),
    {
      label: 'Reading aloud',
      value: tagged ? 'Tagged' : 'Not tagged',
      meaning: tagged
        ? 'Screen readers know headings, lists and pictures.'
        : 'Screen readers have to guess headings and order.',
      isAmiss: !tagged,
    },
  ];
}
