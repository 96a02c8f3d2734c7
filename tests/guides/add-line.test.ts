import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFPage,
  PDFRawStream,
  decodePDFRawStream,
} from '@cantoo/pdf-lib';
import { afterAll, expect, test } from 'vitest';
import { addLine } from '../../netlify/guides/add-line.ts';
import { LINE_BYTES, orderLine } from '../../netlify/guides/order-line.ts';
import { needs } from '../tools.ts';
import { LINE_FILES, SAMPLE } from './line-files.ts';
import { packed, rawPdf, withPage } from './raw-pdf.ts';
import { readLines } from './read-lines.ts';

const LINE = orderLine('01F3-4AD8-A31F');

const lined = async (original: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => {
  const { bytes, at } = await addLine(original);
  expect(Buffer.from(bytes.subarray(at, at + LINE_BYTES)).toString()).toBe(' '.repeat(LINE_BYTES));
  bytes.set(Buffer.from(LINE), at);
  return bytes;
};

const load = (bytes: Uint8Array) => PDFDocument.load(bytes, { updateMetadata: false });

/** The line is there once on each page: level, in the middle, and near the foot of what is seen. */
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

test.each(LINE_FILES)('a file with $what gets the line and nothing else', async ({ bytes }) => {
  const original = await bytes();
  const copy = await lined(original);
  expect(Buffer.from(copy.subarray(0, original.byteLength)).equals(Buffer.from(original))).toBe(
    true,
  );
  const kept = new Set(await objectsOf(copy));
  expect((await objectsOf(original)).filter((object) => !kept.has(object))).toEqual([]);
  expect(Buffer.from(await lined(original)).equals(Buffer.from(copy))).toBe(true);
});

test.each(LINE_FILES)(
  'readers show the line at the foot of each page of a file with $what',
  needs('pdftotext'),
  async ({ bytes }) => expectLines(await lined(await bytes())),
);

const contentOf = ({ node, doc }: PDFPage): string => {
  const contents = node.Contents();
  const refs = contents instanceof PDFArray ? contents.asArray() : [];
  const streams = refs.map((ref) => doc.context.lookup(ref));
  return streams
    .map((one) => (one instanceof PDFRawStream ? decodePDFRawStream(one).decode() : []))
    .map((decoded) => Buffer.from(decoded).toString('latin1').trim())
    .join('\n');
};

test('screen readers skip the line, since it is an artifact behind the framed content', async () => {
  const original = rawPdf(withPage('/Contents 4 0 R', packed('BT (words) Tj ET')));
  const [page] = (await load(await lined(original))).getPages();
  const content = page ? contentOf(page) : '';
  const framed = String.raw`^q\nBT \(words\) Tj ET\nQ`;
  const line = String.raw`/Artifact BMC\nq\n[-\d. ]+ cm\n/OrderLine Do\nQ\nEMC$`;
  expect(content).toMatch(new RegExp(`${framed}\\n${line}`));
});

const directory = mkdtempSync(path.join(tmpdir(), 'line-test-'));
afterAll(() => rmSync(directory, { recursive: true }));
const [from, to] = [path.join(directory, 'from.pdf'), path.join(directory, 'to.pdf')];

test.each(['--linearize', '--object-streams=generate', '--object-streams=disable'])(
  'a file that qpdf wrote with %s carries the line, and is sound to qpdf',
  needs('qpdf'),
  async (how) => {
    writeFileSync(from, SAMPLE);
    expect(spawnSync('qpdf', [how, from, to]).status).toBe(0);
    const original = new Uint8Array(readFileSync(to));
    const { length: pages } = (await load(original)).getPages();
    writeFileSync(from, await lined(original));
    expect(spawnSync('qpdf', ['--check', from]).status).toBe(0);
    const count = spawnSync('qpdf', ['--show-npages', from], { encoding: 'utf8' });
    expect(Number(count.stdout)).toBe(pages);
  },
);

test('a file that has a drawing of the line’s name gets no line', async () => {
  const drawing = packed('0 0 9 9 re f', '/Subtype /Form /BBox [0 0 9 9]');
  const other = withPage('/Resources << /XObject << /OrderLine 4 0 R >> >>', drawing);
  await expect(addLine(rawPdf(other))).rejects.toThrow('another drawing of that name');
});
