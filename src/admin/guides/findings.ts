import type { PdfFindings } from '../../pdf/inspect.ts';
import type { AdminProduct } from './guess-product.ts';
import { fileSize } from './file-size.ts';

/** One finding about a PDF, and what it means for buyers. */
export type FindingLine = {
  readonly label: string;
  readonly value: string;
  readonly meaning: string;
  /** The owner may want to change this before buyers get the file. */
  readonly isWarning: boolean;
};

type Advertised = Pick<AdminProduct, 'pages'>;

/** Takes about a minute at 1 Mbit/s. */
const LARGE_FILE_BYTES = 8 * 1024 * 1024;

/** Removes the prefix of a font subset, as in "ABCDEF+Georgia" (ISO 32000-1, 9.6.4). */
const fontName = (name: string): string => name.replace(/^[A-Z]{6}\+/, '');

const line = (label: string, value: string, meaning: string, isWarning = false): FindingLine => ({
  label,
  value,
  meaning,
  isWarning,
});

function fontLine({ embedded, missing }: PdfFindings['fonts']): FindingLine {
  if (missing.length > 0) {
    const value = `Not in the file: ${[...new Set(missing.map(fontName))].join(', ')}`;
    const meaning = 'Devices without them use other fonts, and lines may break differently.';
    return line('Fonts', value, meaning, true);
  }
  if (embedded > 0) {
    return line('Fonts', `All ${embedded} in the file`, 'It looks the same on every device.');
  }
  const meaning = 'Text in images can’t be searched, copied or read aloud.';
  return line('Fonts', 'None: no text in it', meaning, true);
}

function pagesLine(pages: number, product: Advertised | null): FindingLine {
  const value = String(pages);
  if (product === null) {
    const meaning = 'Choose the guide below to compare this with what the shop tells buyers.';
    return line('Pages', value, meaning);
  }
  const { pages: advertised } = product;
  if (advertised === null) return line('Pages', value, 'Is this the whole guide?');
  if (advertised === pages) return line('Pages', value, 'The same as the shop tells buyers.');
  const meaning = `The shop tells buyers ${advertised}. That number is in the guide’s copy.`;
  return line('Pages', value, meaning, true);
}

/** Describes the findings about a file of `bytes` bytes. `product` is null until one is chosen. */
export function describeFindings(
  { pages, title, fonts, tagged }: PdfFindings,
  bytes: number,
  product: Advertised | null,
): FindingLine[] {
  const size = fileSize(bytes);
  return [
    pagesLine(pages, product),
    bytes < LARGE_FILE_BYTES
      ? line('Size', size, 'Downloads in seconds, even on a phone.')
      : line('Size', size, 'On a phone with a slow connection, it takes a minute or more.', true),
    title === null
      ? line('Title', 'None', 'PDF readers show the file name instead.', true)
      : line('Title', title, 'Shown at the top of a PDF reader’s window.'),
    line('Protection', 'Not encrypted', 'Opens anywhere and can be printed.'),
    fontLine(fonts),
    tagged
      ? line('Reading aloud', 'Tagged', 'Screen readers recognize headings, lists and images.')
      : line(
          'Reading aloud',
          'Not tagged',
          'Screen readers have to guess the headings and the order.',
          true,
        ),
  ];
}
