import type { PdfFindings } from '../../pdf/inspect.ts';
import type { AdminProduct } from './guess-product.ts';
import { fileSize } from './file-size.ts';

/** One thing found in a PDF, and what it means for who buys it. */
export type FindingLine = {
  readonly label: string;
  readonly value: string;
  readonly meaning: string;
  /** Something that the owner may want to change before buyers get the file. */
  readonly isAmiss: boolean;
};

type Advertised = Pick<AdminProduct, 'pages'>;

/** About a minute at 1 Mbit/s. */
const MANY_BYTES = 8 * 1024 * 1024;

/** A font of which only some letters are in the file is called "ABCDEF+Georgia" (ISO 32000-1, 9.6.4). */
const fontName = (name: string): string => name.replace(/^[A-Z]{6}\+/, '');

const line = (label: string, value: string, meaning: string, isAmiss = false): FindingLine => ({
  label,
  value,
  meaning,
  isAmiss,
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

/** What was found in a file of that many bytes. `product` is null while nobody has said which it is. */
export function describeFindings(
  { pages, title, fonts, tagged }: PdfFindings,
  bytes: number,
  product: Advertised | null,
): FindingLine[] {
  const size = fileSize(bytes);
  return [
    pagesLine(pages, product),
    bytes < MANY_BYTES
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
