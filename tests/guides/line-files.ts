import { PDFDocument, degrees } from '@cantoo/pdf-lib';
import { readEdition } from '../../netlify/local/samples/stock-guides.ts';
import { makeSample } from '../../src/samples/sample.ts';
import { productOf } from '../catalogue.ts';
import { byDepth } from '../depth.ts';
import { makePdf } from '../shop/pdfs.ts';
import { type RawObject, packed, rawPdf, withCatalog, withPage, withPicture } from './raw-pdf.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type File = { readonly what: string; readonly bytes: () => Bytes | Promise<Bytes> };

export const SAMPLE = await makeSample(productOf('guide-1'), await readEdition());

const file = (
  what: string,
  objects: readonly RawObject[],
  ends: Parameters<typeof rawPdf>[1] = {},
): File => ({ what, bytes: () => rawPdf(objects, ends) });

const PAGES = '<< /Type /Catalog /Pages 2 0 R >>';
const ONE = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const LETTER = '/MediaBox [0 0 612 792]';
const CROPPED = `${LETTER} /CropBox [36 72 500 700]`;
const page = (entries: string) => `<< /Type /Page /Parent 2 0 R ${entries} >>`;

const SHAPES = [
  ...[0, 90, 180, 270, -90, 450].map((degree) => `${LETTER} /Rotate ${degree}`),
  ...['0 0 792 612', '612 792 0 0', '-300 -400 312 392', '0 0 100 50', '0 0 1920.5 1080.25'].map(
    (box) => `/MediaBox [${box}]`,
  ),
  CROPPED,
  `${CROPPED} /Rotate 90`,
  `${LETTER} /CropBox [-100 -100 900 900]`,
].map((entries) => file(`a page with ${entries}`, [PAGES, ONE, page(entries)]));

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>';

/** 64 bytes that look like operators, and like their own end. */
const PIXELS = 'Q Q \xff\0EI Q\xee Q('.padEnd(64, ' Q');

/** Content that leaves a state behind, or looks as if it did. */
const LEFT_BEHIND = Object.entries({
  'states that are not restored': 'q 2 0 0 2 50 50 cm Q 0.5 0 0 0.5 9 9 cm',
  'a clip': '0 0 10 10 re W n',
  'white and invisible text': '1 g 3 Tr 90 Tz 5 Tc 7 Ts BT /F 9 Tf ET',
  'a text without end': 'BT /F 12 Tf 100 Tz 50 500 Td (words) Tj',
  'a picture within': `q BI /W 8 /H 8 /BPC 8 /CS /G ID ${PIXELS} EI Q 2 0 0 2 0 0 cm`,
  nothing: '',
}).map(([what, content]) =>
  file(
    what,
    withPage(
      '/Contents 4 0 R /Resources << /Font << /F 5 0 R >> >>',
      packed(Buffer.from(content, 'latin1')),
      FONT,
    ),
  ),
);

const SHARED = [
  file('pages that inherit everything', [
    PAGES,
    `<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 ${LETTER} /Rotate 90 /Resources 5 0 R >>`,
    page('/Contents 7 0 R'),
    page('/Contents [7 0 R] /Rotate 0'),
    '<< /Font << /F 6 0 R >> /XObject << /X 8 0 R >> >>',
    FONT,
    packed('BT /F 12 Tf 50 500 Td (words) Tj ET /X Do'),
    packed('0 0 9 9 re f', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
  ]),
  file('one page that stands in the tree twice', [
    PAGES,
    '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>',
    page(LETTER),
  ]),
];

const updated = (what: string, isPacked: boolean, pages = 3): File => ({
  what,
  bytes: async () => {
    const bytes = await makePdf({ pages, packed: isPacked });
    const document = await PDFDocument.load(bytes, { forIncrementalUpdate: true });
    document.addPage([300, 300]).setRotation(degrees(90));
    return new Uint8Array(await document.save({ useObjectStreams: isPacked }));
  },
});

const plain = withPage('');

const link = (action: string) =>
  `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << ${action} >> >>`;

/** "0 g 0 0 300 300 re f" */
const IN_ASCII85 = {
  dict: '/Filter /ASCII85Decode',
  data: Buffer.from('0Hb!N0H`%l1GCL*1GCL*Eb-A*~>'),
};

const GOING = '<< /S /GoTo /D [3 0 R /Fit] >>';

/** Honest files of one page that not every reader of PDFs takes. */
export const ODD_FILES: readonly File[] = [
  file('a place to begin at', withCatalog('/OpenAction [3 0 R /Fit]')),
  file('an action that goes to one', withCatalog('/OpenAction 4 0 R', GOING)),
  file('a mark of its encoding at the beginning', plain, { head: '\xef\xbb\xbf%PDF-1.3\n' }),
  file('lines before it', plain, { head: 'HTTP 200\r\n\r\n%PDF-1.7\n' }),
  file('words behind its end', plain, { tail: '<!-- saved -->\n' }),
  file('more behind its end than readers look at', plain, { tail: '\0'.repeat(10_000) }),
  file('text in ASCII85', withPage('/Contents 4 0 R', IN_ASCII85)),
  file('a page scanned at 720 dpi', withPicture(6120, 7920, Buffer.alloc(6120 * 7920))),
  file(
    'a trailer of LibreOffice, and the words of one on its page',
    withPage('/Contents 4 0 R', {
      dict: '/Title (/AdditionalStreams)',
      data: Buffer.from('BT (trailer << /AdditionalStreams [/a 4 0 R] >> %%EOF) Tj ET'),
    }),
    { trailer: '/DocChecksum /0A1B /ID [<0A1B> (\\(>>)]' },
  ),
  file(
    'links, to another file too',
    withPage(
      '/Annots [4 0 R 5 0 R]',
      link('/S /URI /URI (https://x.example)'),
      link('/S /GoToR /F (other.pdf) /D [0 /Fit]'),
    ),
  ),
];

/** Files that room for a line is made in, whatever their pages are like. */
export const LINE_FILES: readonly File[] = [
  ...SHAPES,
  ...LEFT_BEHIND,
  ...SHARED,
  updated('an update, with a table', false),
  updated('an update, and objects in streams', true, byDepth(30, 500)),
  ...ODD_FILES,
  { what: 'tags, bookmarks and links', bytes: () => SAMPLE },
];
