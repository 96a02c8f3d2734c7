import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFRawStream,
  decodePDFRawStream,
  degrees,
} from '@cantoo/pdf-lib';
import { expect, onTestFinished, test } from 'vitest';
import { preparePdf } from '../../netlify/guides/prepare-pdf.ts';
import { orderNumberLine } from '../../netlify/guides/order-number-line.ts';
import { needs } from '../tools.ts';
import { byDepth, isDeep } from '../depth.ts';
import { makePdf } from '../shop/pdfs.ts';

/** Two pages for screen readers, with bookmarks. */
const TAGGED = new Uint8Array(await readFile(path.join(import.meta.dirname, 'tagged.pdf')));

type Bytes = Uint8Array<ArrayBuffer>;
type Change = (document: PDFDocument, page: PDFDict) => void;

/** Sets entries of a dictionary. A text is a name of PDF. */
const set = ({ context }: PDFDocument, node: PDFDict, entries: object): void => {
  for (const [key, value] of Object.entries(entries)) node.set(PDFName.of(key), context.obj(value));
};

const SHAPES: readonly object[] = [
  { Rotate: 90 },
  { Rotate: -90 },
  { MediaBox: [612, 792, 0, 0] },
  { CropBox: [36, 72, 500, 700], Rotate: 90 },
  { MediaBox: [-300, -400, 312, 392] },
  { MediaBox: [0, 0, 100, 50] },
  { CropBox: [-100, -100, 900, 900] },
  { Rotate: 180 },
];

const drawn =
  (content: string): Change =>
  (doc, page) => {
    const { context } = doc;
    const F = context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Courier' });
    const Contents = context.register(context.flateStream(content));
    set(doc, page, { Contents, Resources: { Font: { F: context.register(F) } } });
  };

/** A second page has what the first one has, and inherits the rest. The tree names it twice. */
const shared: Change = (doc, page) => {
  drawn('BT /F 12 Tf (words) Tj ET /X Do')(doc, page);
  const { node } = doc.addPage();
  const pages = doc.catalog.Pages();
  const Contents = doc.context.register(doc.context.obj([page.get(PDFName.of('Contents'))]));
  for (const name of ['MediaBox', 'Resources'].map((key) => PDFName.of(key))) {
    const inherited = page.get(name);
    if (inherited) pages.set(name, inherited);
    for (const one of [page, node]) one.delete(name);
  }
  const [first, second] = doc.getPages().map(({ ref }) => ref);
  set(doc, pages, { Rotate: 90, Kids: [first, second, second], Count: 3 });
  set(doc, page, { Contents, Rotate: 0 });
  set(doc, node, { Contents });
};

/** Changes of a file of one page, with a table of its objects. */
const CHANGES: readonly (readonly [what: string, change: Change])[] = [
  ...SHAPES.map((entries): [string, Change] => [
    `a page with ${JSON.stringify(entries)}`,
    (doc, page) => set(doc, page, entries),
  ]),
  ['states that are not restored', drawn('q 2 0 0 2 50 50 cm Q 0.5 0 0 0.5 9 9 cm')],
  ['a text without end', drawn('BT /F 12 Tf 100 Tz 50 500 Td (words) Tj')],
  ['an empty content', drawn('')],
  ['pages that share all, one of them named twice', shared],
];

const updated = async (packed: boolean, pages = 3): Promise<Bytes> => {
  const bytes = await makePdf({ pages, packed });
  const document = await PDFDocument.load(bytes, { forIncrementalUpdate: true });
  document.addPage([300, 300]).setRotation(degrees(90));
  return new Uint8Array(await document.save({ useObjectStreams: packed }));
};

/** A file with other bytes around it. Its table counts from their first one. */
const framed = async (head: string, tail: string): Promise<Bytes> => {
  const text = Buffer.from(await makePdf({ packed: false })).toString('latin1');
  const moved = text.replaceAll(/\d+(?= 00000 n|\n%%EOF)/g, (at) =>
    String(Number(at) + head.length).padStart(at.length, '0'),
  );
  return new Uint8Array(Buffer.from(head + moved + tail, 'latin1'));
};

/** Files that the owner may sell. */
const FILES: readonly (readonly [what: string, make: () => Bytes | Promise<Bytes>])[] = [
  ...CHANGES.map(([what, change]): [string, () => Promise<Bytes>] => [
    what,
    () => makePdf({ packed: false }, (doc) => change(doc, doc.getPage(0).node)),
  ]),
  ['an update, with a table', () => updated(false)],
  ['an update, and objects in streams', () => updated(true, byDepth(10, 500))],
  ['tags, bookmarks and links', () => TAGGED],
  ['lines before and behind it', () => framed('HTTP 200\r\n\r\n', '\0'.repeat(10_000))],
];

const LINE = orderNumberLine('01F3-4AD8-A31F');

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
    const ends = [line[0]?.[1], line.at(-1)?.[2], line[0]?.[3]];
    const [left = 0, right = 0, bottom = 0] = ends.map(Number);
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

const DRAWN = /(\S+) (\S+) (\S+) (\S+) \S+ \S+ cm\s+\/OrderLine Do/g;

/** Expects each page to draw the line once and not mirrored. Readers show two lines in one place as one. */
const expectDrawnOnce = async (bytes: Bytes): Promise<void> => {
  for (const { node, doc } of (await load(bytes)).getPages()) {
    const contents = node.Contents();
    const refs = contents instanceof PDFArray ? contents.asArray() : [];
    const content = refs
      .map((ref) => doc.context.lookup(ref))
      .filter((one) => one instanceof PDFRawStream)
      .map((one) => Buffer.from(decodePDFRawStream(one).decode()))
      .join('\n');
    const turns = [...content.matchAll(DRAWN)].map((turn) => turn.map(Number));
    expect(turns.map(([, a = 0, b = 0, c = 0, d = 0]) => a * d - b * c > 0)).toEqual([true]);
  }
};

test.each(FILES)('a file with %s gets the line once, and nothing else', async (_what, make) => {
  const original = await make();
  const copy = await lined(original);
  await expectDrawnOnce(copy);
  const kept = copy.subarray(0, original.byteLength);
  expect(Buffer.from(kept).equals(Buffer.from(original))).toBe(true);
  const objects = new Set(await objectsOf(copy));
  expect((await objectsOf(original)).filter((object) => !objects.has(object))).toEqual([]);
});

test.each(FILES.filter((_, n) => isDeep || n % 4 === 3))(
  'readers show the line at the foot of each page of a file with %s',
  needs('pdftotext'),
  async (_what, make) => expectLines(await lined(await make())),
);

/** The processor's time for adding the line, in microseconds. */
const workFor = async (pages: number): Promise<number> => {
  const bytes = await makePdf({ pages, packed: false });
  const before = process.cpuUsage();
  await preparePdf(bytes, true);
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

test('a file with 16 times the pages takes at most 32 times the work', async () => {
  await workFor(100); // compiles the code
  const few = await workFor(100);
  expect((await workFor(1600)) / few).toBeLessThan(32);
});

test('qpdf finds no fault in a file with the line', needs('qpdf'), async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'line-test-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = path.join(directory, 'guide.pdf');
  const ways = ['--linearize', '--object-streams=generate', '--object-streams=disable'];
  for (const how of ways.slice(0, byDepth(1, 3))) {
    writeFileSync(file, TAGGED);
    const { stdout } = spawnSync('qpdf', [how, file, '-'], { maxBuffer: 1e8 });
    writeFileSync(file, await lined(new Uint8Array(stdout)));
    expect(spawnSync('qpdf', ['--check', file]).status, how).toBe(0);
  }
});
