import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { afterAll, expect, test } from 'vitest';
import { addLine } from '../../netlify/guides/stamp/add-line.ts';
import { LINE_BYTES, orderLine } from '../../netlify/guides/stamp/line.ts';
import { makeSample } from '../../src/samples/sample.ts';
import { byDepth } from '../depth.ts';
import { edition, guides } from '../samples/edition.ts';
import { makePdf } from '../shop/pdfs.ts';
import { needs } from '../tools.ts';
import { LINE_FILES } from './line-files.ts';
import { packed, rawPdf, withPage } from './raw-pdf.ts';
import { readLines } from './read-lines.ts';

const LINE = orderLine('01F3-4AD8-A31F');
const SAMPLE = new Uint8Array(await makeSample(guides[0].product, edition));

/** The copy of an order. */
const stamped = async (original: Uint8Array): Promise<Uint8Array> => {
  const { bytes, at } = await addLine(original, []);
  expect(Buffer.from(bytes.subarray(at, at + LINE_BYTES)).toString()).toBe(' '.repeat(LINE_BYTES));
  bytes.set(Buffer.from(LINE), at);
  return bytes;
};

/** The line is there once on each page: level, in the middle, and near the foot of what is seen. */
const expectLines = async (bytes: Uint8Array): Promise<number> => {
  const pages = await readLines(bytes, LINE);
  for (const { text, width, height, from, to } of pages) {
    expect(text.split('Order MSK').length - 1).toBe(1);
    expect(text).toContain(LINE);
    const scale = Math.min(width, height) / 612;
    expect(from.y).toBeCloseTo(14 * scale, 0);
    expect(to.y).toBeCloseTo(from.y, 0);
    expect(Math.abs((from.x + to.x) / 2 - width / 2)).toBeLessThan(8 * scale);
    expect(to.x - from.x).toBeGreaterThan(100 * scale);
  }
  return pages.length;
};

/** Every object of a file in words, but the entries of pages that the line changes. */
const objectsOf = async (bytes: Uint8Array): Promise<Map<string, string>> => {
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false });
  return new Map(
    context.enumerateIndirectObjects().map(([ref, object]) => {
      if (!(object instanceof PDFDict) || object.get(PDFName.Type) !== PDFName.Page) {
        return [String(ref), String(object)];
      }
      const entries = object.entries().map(([key, value]) => `${key} ${value}`);
      return [
        String(ref),
        entries
          .filter((entry) => !/^\/(Contents|Resources) /.test(entry))
          .sort()
          .join(),
      ];
    }),
  );
};

/** The copy begins with the file, and changes nothing in it but what it writes on the pages. */
const expectSame = async (copy: Uint8Array, original: Uint8Array): Promise<void> => {
  expect(Buffer.from(copy.subarray(0, original.byteLength)).equals(original)).toBe(true);
  const [before, after] = [await objectsOf(original), await objectsOf(copy)];
  for (const [ref, object] of before) expect([ref, after.get(ref)]).toEqual([ref, object]);
};

test.each(LINE_FILES)(
  'a file with $what carries the line once on each page, at the foot as it is seen, and is the same else',
  async ({ bytes }) => {
    const original = await bytes();
    const copy = await stamped(original);
    await expectSame(copy, original);
    const document = await PDFDocument.load(original, { updateMetadata: false });
    expect(await expectLines(copy)).toBe(document.getPageCount());
    expect(Buffer.from(await stamped(original)).equals(copy)).toBe(true);
  },
);

test('a sample keeps its tags, bookmarks and links, and what a screen reader reads', async () => {
  const copy = await stamped(SAMPLE);
  expect(await expectLines(copy)).toBeGreaterThan(10);
  await expectSame(copy, SAMPLE);
  const words = Buffer.from(copy.subarray(SAMPLE.byteLength)).toString('latin1');
  expect(words).toMatch(/\/Artifact BMC q [\d.]+ g [\d. -]+ cm \/OrderLine Do Q EMC/);
  expect(words.split(LINE)).toHaveLength(2);
});

const directory = mkdtempSync(path.join(tmpdir(), 'stamp-test-'));
afterAll(() => rmSync(directory, { recursive: true }));
const [from, to] = [path.join(directory, 'from.pdf'), path.join(directory, 'to.pdf')];

const qpdf = (bytes: Uint8Array, ...options: string[]) => {
  writeFileSync(from, bytes);
  const { status, stdout, stderr } = spawnSync('qpdf', options);
  return { status, words: `${stdout}${stderr}` };
};

/** qpdf takes each in a process of its own, so by day one of each kind has to do. */
const CHECKED = LINE_FILES.filter((_, index) => index % byDepth(10, 1) === 0);

test.each(CHECKED)(
  'a file with $what is no worse to qpdf than before',
  needs('qpdf'),
  async (file) => {
    const original = await file.bytes();
    const before = qpdf(original, '--check', from);
    const after = qpdf(await stamped(original), '--check', from);
    expect([0, before.status], after.words).toContain(after.status);
  },
);

test.each([
  ['linearized', ['--linearize']],
  ['linearized and packed', ['--linearize', '--object-streams=generate']],
  ['packed', ['--object-streams=generate']],
  ['with a table', ['--object-streams=disable']],
  ['in QDF', ['--qdf']],
])(
  'a file that qpdf wrote %s carries the line, and is sound',
  needs('qpdf'),
  async (_how, options) => {
    qpdf(SAMPLE, ...options, from, to);
    const copy = await stamped(new Uint8Array(readFileSync(to)));
    await expectLines(copy);
    expect(qpdf(copy, '--check', from)).toMatchObject({ status: 0 });
  },
);

test.each([
  ['texts', 'BT /F 9 Tf BT', 'ET ET Q /Artifact BMC'],
  ['marked content', '/P << /MCID 0 >> BDC /Span BMC', 'EMC EMC Q /Artifact BMC'],
  ['nothing', 'BT ET /Span BMC EMC', '\nQ /Artifact BMC'],
])('what leaves %s open has it closed before the line', async (_what, content, ends) => {
  const original = rawPdf(withPage('/Contents 4 0 R', packed(content)));
  const { bytes } = await addLine(original, []);
  expect(Buffer.from(bytes).toString('latin1')).toContain(ends);
});

test('the line is dark on light pages and light on dark ones', async () => {
  const original = await makePdf({ pages: 3 });
  const { bytes } = await addLine(original, [true, false, true]);
  const added = Buffer.from(bytes.subarray(original.byteLength)).toString('latin1');
  const greys = [...added.matchAll(/q ([\d.]+) g [^q]* Do Q EMC/g)].map(([, grey]) => Number(grey));
  expect(greys).toEqual([0.88, 0.46]);
});

test.each([
  [
    'encrypted',
    () => makePdf({}, (document) => document.encrypt({ ownerPassword: 'b' })),
    'encrypted',
  ],
  [
    'of content that nobody can unpack',
    () => rawPdf(withPage('/Contents 4 0 R', { dict: '/Filter /Other', data: Buffer.from('q') })),
    'Other',
  ],
  ['that has such a line already', async () => stamped(await makePdf()), 'a drawing of an unknown'],
  [
    'without cross-references',
    () => rawPdf(withPage('', packed('')), { tail: 'startxref\n1\n%%EOF\n' }),
    'cross-references of an unknown',
  ],
] as const)('a file %s gets no line', async (_what, bytes, says) => {
  await expect(addLine(await bytes(), [])).rejects.toThrow(says);
});
