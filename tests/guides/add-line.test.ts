import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDict, PDFDocument, PDFName, degrees } from '@cantoo/pdf-lib';
import { expect, onTestFinished, test } from 'vitest';
import { preparePdf } from '../../netlify/guides/prepare-pdf.ts';
import { orderLine } from '../../netlify/guides/blobs-guides.ts';
import { needs } from '../tools.ts';
import { readEdition } from '../../netlify/local/stock-guides.ts';
import { makeSample } from '../../src/samples/sample.ts';
import { productOf } from '../catalogue.ts';
import { byDepth, isDeep } from '../depth.ts';
import { makePdf } from '../shop/pdfs.ts';
import { ONE_PAGE, packed, rawPdf, withPage } from './raw-pdf.ts';

const SAMPLE = await makeSample(productOf('guide-1'), await readEdition());

const PAGES = '<< /Type /Catalog /Pages 2 0 R >>';
const ONE = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>';
const LETTER = '/MediaBox [0 0 612 792]';
const CROPPED = `${LETTER} /CropBox [36 72 500 700]`;
const pageWith = (entries: string) => `<< /Type /Page /Parent 2 0 R ${entries} >>`;

type Bytes = Uint8Array<ArrayBuffer>;
type GoodFile = { readonly what: string; readonly bytes: () => Promise<Bytes> | Bytes };

const fileOf = (what: string, ...given: Parameters<typeof rawPdf>): GoodFile => ({
  what,
  bytes: () => rawPdf(...given),
});

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
  fileOf('pages that inherit everything and share their content', [
    PAGES,
    `<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 ${LETTER} /Rotate 90 /Resources 5 0 R >>`,
    pageWith('/Contents 9 0 R'),
    pageWith('/Contents 9 0 R /Rotate 0'),
    '<< /Font << /F 6 0 R >> /XObject << /X 8 0 R >> >>',
    FONT,
    packed('BT /F 12 Tf 50 500 Td (words) Tj ET /X Do'),
    packed('0 0 9 9 re f', '/Type /XObject /Subtype /Form /BBox [0 0 9 9]'),
    '[7 0 R]',
  ]),
  fileOf('one page that stands in the tree twice', [
    PAGES,
    '<< /Type /Pages /Kids [3 0 R 3 0 R] /Count 2 >>',
    pageWith(LETTER),
  ]),
];

const updated = (what: string, isPacked: boolean, pages = 3): GoodFile => ({
  what,
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
  { what: 'tags, bookmarks and links', bytes: () => SAMPLE },
  fileOf('lines before it and much behind its end', ONE_PAGE, {
    head: 'HTTP 200\r\n\r\n%PDF-1.7\n',
    tail: '\0'.repeat(10_000),
  }),
];

const LINE = orderLine('01F3-4AD8-A31F');

const load = (bytes: Uint8Array) => PDFDocument.load(bytes, { updateMetadata: false });

/** The file as `preparePdf` publishes it, with an order's line. */
const lined = async (original: Bytes): Promise<Bytes> => {
  const prepared = await preparePdf(original, true);
  if ('refusal' in prepared || !prepared.line) throw new Error('no line');
  const { bytes, line } = prepared;
  const blanks = Buffer.from(bytes.subarray(line.at, line.at + line.length)).toString();
  expect(blanks).toBe(' '.repeat(64));
  bytes.set(Buffer.from(LINE), line.at);
  expect(prepared.upload.pages).toBe((await load(original)).getPageCount());
  return bytes;
};

/** The place of a word on the page as a reader shows it, from its top left, in points. */
const WORD = /<word xMin="(\S+)" yMin="\S+" xMax="(\S+)" yMax="(\S+)">([^<]*)</g;

/** Expects the line once on each page: level, in the middle, and near the foot of the visible part. */
const expectLines = async (bytes: Uint8Array): Promise<void> => {
  const pages = (await load(bytes)).getPages();
  const how = { input: bytes, encoding: 'utf8' } as const;
  const { stdout } = spawnSync('pdftotext', ['-q', '-cropbox', '-bbox', '-', '-'], how);
  const read = stdout.split('<page ').slice(1);
  expect(read).toHaveLength(pages.length);
  for (const [index, text] of read.entries()) {
    // pdftotext gives the size of a page before it is turned.
    const size = (text.match(/[-\d.]+/g) ?? []).slice(0, 2).map(Number);
    const isTurned = Math.abs((pages[index]?.getRotation().angle ?? 0) % 180) === 90;
    const [width = 0, height = 0] = isTurned ? size.toReversed() : size;
    const scale = Math.min(width, height) / 612;
    const words = [...text.matchAll(WORD)];
    const all = words.map(([, , , , word]) => word).join(' ');
    expect(all.split(LINE)).toHaveLength(2);
    const from = all.slice(0, all.indexOf(LINE)).split(' ').length - 1;
    const line = words.slice(from, from + LINE.split(' ').length);
    const [left = 0, right = 0, bottom = 0] = [line[0]?.[1], line.at(-1)?.[2], line[0]?.[3]].map(
      Number,
    );
    expect(Math.abs((left + right) / 2 - width / 2)).toBeLessThan(8 * scale);
    expect(right - left).toBeGreaterThan(100 * scale);
    expect(height - bottom).toBeGreaterThan(8 * scale);
    expect(height - bottom).toBeLessThan(16 * scale);
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

test.each(FILES)('a file with $what gets the line and nothing else', async ({ bytes }) => {
  const original = await bytes();
  const copy = await lined(original);
  const kept = copy.subarray(0, original.byteLength);
  expect(Buffer.from(kept).equals(Buffer.from(original))).toBe(true);
  const objects = new Set(await objectsOf(copy));
  expect((await objectsOf(original)).filter((object) => !objects.has(object))).toEqual([]);
});

test.each(FILES.filter((_, n) => isDeep || n % 5 === 1))(
  'readers show the line at the foot of each page of a file with $what',
  needs('pdftotext'),
  async ({ bytes }) => expectLines(await lined(await bytes())),
);

test('qpdf finds no fault in a file with the line', needs('qpdf'), async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'line-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const [from, to] = [path.join(directory, 'from.pdf'), path.join(directory, 'to.pdf')];
  const ways = ['--linearize', '--object-streams=generate', '--object-streams=disable'];
  for (const how of ways.slice(0, byDepth(1, 3))) {
    writeFileSync(from, SAMPLE);
    expect(spawnSync('qpdf', [how, from, to]).status).toBe(0);
    writeFileSync(from, await lined(new Uint8Array(readFileSync(to))));
    expect(spawnSync('qpdf', ['--check', from]).status, how).toBe(0);
  }
});
