import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDict, PDFDocument, PDFName, degrees } from '@cantoo/pdf-lib';
import { expect, onTestFinished, test } from 'vitest';
import { preparePdf } from '../../netlify/guides/prepare-pdf.ts';
import { orderLine } from '../../netlify/guides/blobs-guides.ts';
import { needs } from '../tools.ts';
import { readEdition } from '../../netlify/local/samples/stock-guides.ts';
import { makeSample } from '../../src/samples/sample.ts';
import { productOf } from '../catalogue.ts';
import { byDepth, isDeep } from '../depth.ts';
import { makePdf } from '../shop/pdfs.ts';
import { ONE_PAGE, packed, rawPdf, withPage } from './raw-pdf.ts';
import { readLines } from './read-lines.ts';

const SAMPLE = await makeSample(productOf('guide-1'), await readEdition());
const SAMPLE_PAGES = (await PDFDocument.load(SAMPLE)).getPageCount();

const PAGES = '<< /Type /Catalog /Pages 2 0 R >>';
const ONE = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const LETTER = '/MediaBox [0 0 612 792]';
const CROPPED = `${LETTER} /CropBox [36 72 500 700]`;
const pageWith = (entries: string) => `<< /Type /Page /Parent 2 0 R ${entries} >>`;

type GoodFile = {
  readonly what: string;
  readonly pages: number;
  readonly bytes: () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>;
};

const fileOf = (
  what: string,
  objects: Parameters<typeof rawPdf>[0],
  { pages = 1, ...ends }: Parameters<typeof rawPdf>[1] & { pages?: number } = {},
): GoodFile => ({ what, pages, bytes: () => rawPdf(objects, ends) });

const SHAPES = [
  ...[90, 180, -90].map((degree) => `${LETTER} /Rotate ${degree}`),
  ...['612 792 0 0', '-300 -400 312 392', '0 0 100 50'].map((box) => `/MediaBox [${box}]`),
  `${CROPPED} /Rotate 90`,
  `${LETTER} /CropBox [-100 -100 900 900]`,
].map((entries) => fileOf(`a page with ${entries}`, [PAGES, ONE, pageWith(entries)]));

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>';

/** Content that leaves a graphics state behind. */
const LEFT_BEHIND = Object.entries({
  'states that are not restored': 'q 2 0 0 2 50 50 cm Q 0.5 0 0 0.5 9 9 cm',
  'a text without end': 'BT /F 12 Tf 100 Tz 50 500 Td (words) Tj',
  nothing: '',
}).map(([what, content]) =>
  fileOf(
    what,
    withPage(
      '/Contents 4 0 R /Resources << /Font << /F 5 0 R >> >>',
      packed(Buffer.from(content, 'latin1')),
      FONT,
    ),
  ),
);

const SHARED = [
  fileOf(
    'pages that inherit everything and share their content',
    [
      PAGES,
      `<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 ${LETTER} /Rotate 90 /Resources 5 0 R >>`,
      pageWith('/Contents 9 0 R'),
      pageWith('/Contents 9 0 R /Rotate 0'),
      '<< /Font << /F 6 0 R >> /XObject << /X 8 0 R >> >>',
      FONT,
      packed('BT /F 12 Tf 50 500 Td (words) Tj ET /X Do'),
      packed('0 0 9 9 re f', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
      '[7 0 R]',
    ],
    { pages: 2 },
  ),
  fileOf(
    'one page that stands in the tree twice',
    [PAGES, '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>', pageWith(LETTER)],
    { pages: 2 },
  ),
];

const updated = (what: string, isPacked: boolean, pages = 3): GoodFile => ({
  what,
  pages: pages + 1,
  bytes: async () => {
    const bytes = await makePdf({ pages, packed: isPacked });
    const document = await PDFDocument.load(bytes, { forIncrementalUpdate: true });
    document.addPage([300, 300]).setRotation(degrees(90));
    return new Uint8Array(await document.save({ useObjectStreams: isPacked }));
  },
});

/** Files that the owner may sell. */
const FILES: readonly GoodFile[] = [
  ...SHAPES,
  ...LEFT_BEHIND,
  ...SHARED,
  updated('an update, with a table', false),
  updated('an update, and objects in streams', true, byDepth(10, 500)),
  { what: 'tags, bookmarks and links', pages: SAMPLE_PAGES, bytes: () => SAMPLE },
  fileOf('lines before it and much behind its end', ONE_PAGE, {
    head: 'HTTP 200\r\n\r\n%PDF-1.7\n',
    tail: '\0'.repeat(10_000),
  }),
];

const LINE = orderLine('01F3-4AD8-A31F');

/** The file as `preparePdf` publishes it, with an order's line. */
const lined = async (original: Uint8Array<ArrayBuffer>) => {
  const prepared = await preparePdf(original, true);
  if ('refusal' in prepared || !prepared.line) throw new Error('no line');
  const { bytes, line, upload } = prepared;
  const blanks = Buffer.from(bytes.subarray(line.at, line.at + line.length)).toString();
  expect(blanks).toBe(' '.repeat(64));
  bytes.set(Buffer.from(LINE), line.at);
  return { bytes, pages: upload.pages };
};

const load = (bytes: Uint8Array) => PDFDocument.load(bytes, { updateMetadata: false });

/** Expects the line once on each page: level, in the middle, and near the foot of the visible part. */
const expectLines = async (bytes: Uint8Array): Promise<void> => {
  const pages = (await load(bytes)).getPages();
  const read = readLines(bytes, LINE);
  expect(read).toHaveLength(pages.length);
  for (const [index, { text, left, right, bottom, ...page }] of read.entries()) {
    expect(text.split(LINE)).toHaveLength(2);
    const isTurned = Math.abs((pages[index]?.getRotation().angle ?? 0) % 180) === 90;
    const [width, height] = isTurned ? [page.height, page.width] : [page.width, page.height];
    const scale = Math.min(width, height) / 612;
    expect(Math.abs((left + right) / 2 - width / 2)).toBeLessThan(8 * scale);
    expect(right - left).toBeGreaterThan(100 * scale);
    const lower = bottom - page.height + height;
    expect(lower).toBeGreaterThan(8 * scale);
    expect(lower).toBeLessThan(16 * scale);
  }
};

/** Every object of a file in words, pages without the entries that the line changes. */
const objectsOf = async (bytes: Uint8Array): Promise<string[]> => {
  const { context } = await load(bytes);
  return context.enumerateIndirectObjects().map(([ref, object]) => {
    if (object instanceof PDFDict && object.get(PDFName.Type) === PDFName.Page) {
      for (const key of ['Contents', 'Resources', 'Annots']) object.delete(PDFName.of(key));
    }
    return `${ref} ${object}`;
  });
};

test.each(FILES)('a file with $what gets the line and nothing else', async ({ bytes, pages }) => {
  const original = await bytes();
  const copy = await lined(original);
  expect(copy.pages).toBe(pages);
  const kept = copy.bytes.subarray(0, original.byteLength);
  expect(Buffer.from(kept).equals(Buffer.from(original))).toBe(true);
  const objects = new Set(await objectsOf(copy.bytes));
  expect((await objectsOf(original)).filter((object) => !objects.has(object))).toEqual([]);
});

test.each(FILES.filter((_, n) => isDeep || n % 5 === 1))(
  'readers show the line at the foot of each page of a file with $what',
  needs('pdftotext'),
  async ({ bytes }) => expectLines((await lined(await bytes())).bytes),
);

test('qpdf finds no fault in a file with the line', needs('qpdf'), async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'line-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const [from, to] = [path.join(directory, 'from.pdf'), path.join(directory, 'to.pdf')];
  const ways = ['--linearize', '--object-streams=generate', '--object-streams=disable'];
  for (const how of ways.slice(0, byDepth(1, 3))) {
    writeFileSync(from, SAMPLE);
    expect(spawnSync('qpdf', [how, from, to]).status).toBe(0);
    writeFileSync(from, (await lined(new Uint8Array(readFileSync(to)))).bytes);
    expect(spawnSync('qpdf', ['--check', from]).status, how).toBe(0);
  }
});
