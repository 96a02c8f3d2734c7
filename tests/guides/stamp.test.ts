import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { afterAll, expect, test } from 'vitest';
import { addLine } from '../../netlify/guides/stamp/add-line.ts';
import { LINE_BYTES, orderLine } from '../../netlify/guides/stamp/line.ts';
import { needs } from '../tools.ts';
import { LINE_FILES, SAMPLE } from './line-files.ts';
import { packed, rawPdf, withPage } from './raw-pdf.ts';
import { readLines } from './read-lines.ts';

const LINE = orderLine('01F3-4AD8-A31F');

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
    expect(text.split('Order MSK')).toHaveLength(2);
    const scale = Math.min(width, height) / 612;
    expect(from.y).toBeCloseTo(14 * scale, 0);
    expect(to.y).toBeCloseTo(from.y, 0);
    expect(Math.abs((from.x + to.x) / 2 - width / 2)).toBeLessThan(8 * scale);
    expect(to.x - from.x).toBeGreaterThan(100 * scale);
  }
  return pages.length;
};

/** Every object of a file in words, pages without the entries that the line changes. */
const objectsOf = async (bytes: Uint8Array): Promise<string[]> => {
  const { context } = await PDFDocument.load(bytes, { updateMetadata: false });
  return context.enumerateIndirectObjects().map(([ref, object]) => {
    if (object instanceof PDFDict && object.get(PDFName.Type) === PDFName.Page) {
      for (const key of ['Contents', 'Resources']) object.delete(PDFName.of(key));
    }
    return `${ref} ${object}`;
  });
};

test.each(LINE_FILES)('a file with $what gets the line and nothing else', async ({ bytes }) => {
  const original = await bytes();
  const copy = await stamped(original);
  expect(Buffer.from(copy.subarray(0, original.byteLength)).equals(original)).toBe(true);
  const kept = new Set(await objectsOf(copy));
  expect((await objectsOf(original)).filter((object) => !kept.has(object))).toEqual([]);
  const document = await PDFDocument.load(original, { updateMetadata: false });
  expect(await expectLines(copy)).toBe(document.getPageCount());
  expect(Buffer.from(await stamped(original)).equals(copy)).toBe(true);
});

const directory = mkdtempSync(path.join(tmpdir(), 'stamp-test-'));
afterAll(() => rmSync(directory, { recursive: true }));
const [from, to] = [path.join(directory, 'from.pdf'), path.join(directory, 'to.pdf')];

test.each(['--linearize', '--object-streams=generate', '--object-streams=disable'])(
  'a file that qpdf wrote with %s carries the line, and is sound to qpdf',
  needs('qpdf'),
  async (how) => {
    writeFileSync(from, SAMPLE);
    expect(spawnSync('qpdf', [how, from, to]).status).toBe(0);
    const copy = await stamped(new Uint8Array(readFileSync(to)));
    await expectLines(copy);
    writeFileSync(from, copy);
    expect(spawnSync('qpdf', ['--check', from]).status).toBe(0);
  },
);

test('a file that has a drawing of the line’s name gets no line', async () => {
  const drawing = packed('0 0 9 9 re f', '/Subtype /Form /BBox [0 0 9 9]');
  const lined = withPage('/Resources << /XObject << /OrderLine 4 0 R >> >>', drawing);
  await expect(addLine(rawPdf(lined), [])).rejects.toThrow('a drawing of an unknown kind');
});

test.each([
  ['BT /F 9 Tf BT q /P << /MCID 0 >> BDC /Span BMC', '\nET ET EMC EMC Q Q', false, 0.46],
  ['BT ET /Span BMC EMC', '\nQ', true, 0.88],
])('what %s leaves open is closed before the line', async (content, ends, isDark, grey) => {
  const original = rawPdf(withPage('/Contents 4 0 R', packed(content)));
  const { bytes } = await addLine(original, [isDark]);
  // No screen reader reads an artifact, and any eye can read this grey.
  const added = Buffer.from(bytes.subarray(original.byteLength)).toString('latin1');
  expect(added).toContain(`${ends} /Artifact BMC q ${grey} g `);
});
