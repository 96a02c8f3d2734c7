import { PDFDocument, PDFName, degrees } from '@cantoo/pdf-lib';
import { byDepth } from '../depth.ts';
import { makePdf } from '../shop/pdfs.ts';
import { ODD_FILES } from './odd-files.ts';
import { type RawObject, packed, rawPdf, withPage } from './raw-pdf.ts';

/** A file that room for a line is made in, whatever its pages are like. */
export type LineFile = {
  readonly what: string;
  readonly bytes: () => Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>>;
};

const file = (what: string, objects: () => RawObject[]): LineFile => ({
  what,
  bytes: () => rawPdf(objects()),
});

const PAGES = '<< /Type /Catalog /Pages 2 0 R >>';

/** A page of this shape. */
const shaped = (entries: string): LineFile =>
  file(`a page with ${entries}`, () => [
    PAGES,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R ${entries} >>`,
  ]);

const LETTER = '/MediaBox [0 0 612 792]';

const SHAPES = [
  LETTER,
  ...[90, 180, 270, -90, 450].map((degree) => `${LETTER} /Rotate ${degree}`),
  '/MediaBox [0 0 792 612]',
  '/MediaBox [612 792 0 0]',
  '/MediaBox [-300 -400 312 392]',
  '/MediaBox [0 0 100 50]',
  '/MediaBox [0 0 5000 3000]',
  '/MediaBox [0 0 1920.5 1080.25]',
  `${LETTER} /CropBox [36 72 500 700]`,
  `${LETTER} /CropBox [36 72 500 700] /Rotate 90`,
  `${LETTER} /CropBox [36 72 500 700] /Rotate 270`,
  `${LETTER} /CropBox [-100 -100 900 900]`,
].map(shaped);

/** A page of this content, which leaves something behind or looks as if it did. */
const content = (what: string, text: string): LineFile =>
  file(what, () =>
    withPage(
      '/Contents 4 0 R /Resources << /Font << /F 5 0 R >> >>',
      packed(Buffer.from(text, 'latin1')),
      FONT,
    ),
  );
const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>';

/** 64 bytes that look like operators, and like their own end. */
const PIXELS = 'Q Q \xff\0EI Q\xee Q('.padEnd(64, ' Q');

const LEFT_BEHIND = [
  content('a changed matrix', '0.24 0 0 -0.24 0 792 cm 0 0 9 9 re f'),
  content('states that stay saved', 'q 3 0 0 3 50 50 cm q 2 0 0 2 9 9 cm q'),
  content('states restored too often', 'q Q Q Q 2 0 0 2 50 50 cm'),
  content('both of them', 'Q Q 2 0 0 2 50 50 cm q q 0.5 0 0 0.5 9 9 cm'),
  content('a clip', '0 0 10 10 re W n'),
  content('white and invisible text', '1 g 3 Tr 90 Tz 5 Tc 7 Ts BT /F 9 Tf ET'),
  content('a text without end', 'BT /F 12 Tf 100 Tz 50 500 Td (words) Tj'),
  content('marked content without end', '/P << /MCID 0 >> BDC /Span BMC 0 0 9 9 re f'),
  content('letters that are no operators', 'BT /F 9 Tf (Q \\) Q (Q) q) Tj <51> Tj /Q 1 g ET % Q Q'),
  content('a picture within', `q BI /W 8 /H 8 /BPC 8 /CS /G ID ${PIXELS} EI Q 2 0 0 2 0 0 cm`),
  content('nothing', ''),
];

const SHARED = [
  file('pages that inherit everything', () => [
    PAGES,
    `<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 ${LETTER} /Rotate 90 /Resources 5 0 R >>`,
    '<< /Type /Page /Parent 2 0 R /Contents 7 0 R >>',
    '<< /Type /Page /Parent 2 0 R /Contents [7 0 R] /Rotate 0 >>',
    '<< /Font << /F 6 0 R >> /XObject << /X 8 0 R >> >>',
    FONT,
    packed('BT /F 12 Tf 50 500 Td (words) Tj ET /X Do'),
    packed('0 0 9 9 re f', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
  ]),
  file('pages that share resources, drawings and contents', () => [
    PAGES,
    '<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>',
    ...Array<string>(2).fill(
      `<< /Type /Page /Parent 2 0 R ${LETTER} /Resources 6 0 R /Contents 9 0 R >>`,
    ),
    `<< /Type /Page /Parent 2 0 R ${LETTER} /Resources << /XObject 7 0 R >> /Contents 9 0 R >>`,
    '<< /XObject 7 0 R >>',
    '<< /X 8 0 R >>',
    packed('0 0 9 9 re f', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
    '[10 0 R 11 0 R]',
    packed('q /X Do'),
    packed('Q 1 0 0 1 9 9 cm'),
  ]),
  file('one page that stands in the tree twice', () => [
    PAGES,
    '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>',
    `<< /Type /Page /Parent 2 0 R ${LETTER} >>`,
  ]),
];

/** With tags, bookmarks and links, as programs write them. */
const newer = (what: string, isPacked: boolean, pages = 3): LineFile => ({
  what,
  bytes: () =>
    makePdf({ pages, packed: isPacked }, (document) => {
      const [first] = document.getPages();
      first?.setRotation(degrees(90));
      first?.node.set(PDFName.of('StructParents'), document.context.obj(0));
      document.catalog.set(PDFName.of('Lang'), document.context.obj('en'));
    }),
});

const updated = async (isPacked: boolean): Promise<Uint8Array<ArrayBuffer>> => {
  const document = await PDFDocument.load(await makePdf({ packed: isPacked }), {
    forIncrementalUpdate: true,
  });
  document.addPage([300, 300]);
  return new Uint8Array(await document.save({ useObjectStreams: isPacked }));
};

export const LINE_FILES: readonly LineFile[] = [
  ...SHAPES,
  ...LEFT_BEHIND,
  ...SHARED,
  newer('a table', false),
  newer('objects and cross-references in streams', true),
  newer('many pages', true, byDepth(30, 500)),
  { what: 'an update before, with a table', bytes: () => updated(false) },
  { what: 'an update before, packed', bytes: () => updated(true) },
  ...ODD_FILES,
];
