import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { addLine } from '../../netlify/guides/stamp/add-line.ts';
import { LINE_BYTES, orderLine } from '../../netlify/guides/stamp/line.ts';
import { makeSample } from '../../src/samples/sample.ts';
import { edition, guides } from '../samples/edition.ts';
import { makePdf } from '../shop/pdfs.ts';
import { needs } from '../tools.ts';
import { LINE_FILES } from './line-files.ts';
import { readLines } from './read-lines.ts';
import { packed, rawPdf, withPage } from './raw-pdf.ts';

const LINE = orderLine('01F3-4AD8-A31F');

const directory = mkdtempSync(path.join(tmpdir(), 'stamp-test-'));
afterAll(() => rmSync(directory, { recursive: true }));

const qpdf = (bytes: Uint8Array, ...options: string[]) => {
  const [from, to] = ['from.pdf', 'to.pdf'].map((name) => path.join(directory, name));
  writeFileSync(from ?? '', bytes);
  const isCheck = options[0] === '--check';
  const { status, stdout, stderr } = spawnSync(
    'qpdf',
    isCheck ? [...options, from ?? ''] : [...options, from ?? '', to ?? ''],
  );
  return {
    status,
    words: `${stdout}${stderr}`,
    written: () => new Uint8Array(readFileSync(to ?? '')),
  };
};

/** The copy of an order. */
const stamped = async (original: Uint8Array): Promise<Uint8Array> => {
  const { bytes, at } = await addLine(original, []);
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

describe.each(LINE_FILES)('a file with $what', ({ bytes }) => {
  test('carries the line once on each page, at the foot as it is seen', async () => {
    const original = await bytes();
    const copy = await stamped(original);
    expect(Buffer.from(copy.subarray(0, original.byteLength)).equals(original)).toBe(true);
    const document = await PDFDocument.load(original, { updateMetadata: false });
    expect(await expectLines(copy)).toBe(document.getPageCount());
  });

  test('keeps all else as it is', async () => {
    const original = await bytes();
    const { bytes: kept, at } = await addLine(original, []);
    expect(Buffer.from(kept.subarray(at, at + LINE_BYTES)).toString()).toBe(' '.repeat(LINE_BYTES));
    const [before, after] = [await objectsOf(original), await objectsOf(kept)];
    for (const [ref, object] of before) expect([ref, after.get(ref)]).toEqual([ref, object]);
    const again = await addLine(original, []);
    expect(Buffer.from(again.bytes).equals(kept)).toBe(true);
  });

  test('is no worse to qpdf than before', needs('qpdf'), async () => {
    const original = await bytes();
    const before = qpdf(original, '--check');
    const after = qpdf(await stamped(original), '--check');
    expect([0, before.status], after.words).toContain(after.status);
  });
});

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

test('a sample keeps its tags, bookmarks and links, and what a screen reader reads', async () => {
  const original = new Uint8Array(await makeSample(guides[0].product, edition));
  const copy = await stamped(original);
  expect(await expectLines(copy)).toBeGreaterThan(10);
  const [before, after] = [await objectsOf(original), await objectsOf(copy)];
  for (const [ref, object] of before) expect([ref, after.get(ref)]).toEqual([ref, object]);
  const words = Buffer.from(copy.subarray(original.byteLength)).toString('latin1');
  expect(words).toMatch(/\/Artifact BMC q [\d.]+ g [\d. -]+ cm \/OrderLine Do Q EMC/);
  expect(words.split(LINE)).toHaveLength(2);
});

describe.each([
  ['linearized', ['--linearize']],
  ['linearized and packed', ['--linearize', '--object-streams=generate']],
  ['packed', ['--object-streams=generate']],
  ['with a table', ['--object-streams=disable']],
  ['in QDF', ['--qdf']],
])('a file that qpdf wrote %s', needs('qpdf'), (_how, options) => {
  test('carries the line, and is sound', async () => {
    const sample = new Uint8Array(await makeSample(guides[0].product, edition));
    const copy = await stamped(qpdf(sample, ...options).written());
    await expectLines(copy);
    expect(qpdf(copy, '--check')).toMatchObject({ status: 0 });
  });
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
