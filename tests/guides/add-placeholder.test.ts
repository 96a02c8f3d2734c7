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
  type PDFPage,
  PDFRawStream,
  decodePDFRawStream,
  degrees,
} from '@cantoo/pdf-lib';
import { expect, onTestFinished, test } from 'vitest';
import { orderNumberLine } from '../../netlify/guides/order-number-line.ts';
import { preparePdf } from '../../netlify/guides/prepare-pdf.ts';
import { byDepth } from '../depth.ts';
import { makePdf } from '../shop/pdfs.ts';
import { needs } from '../tools.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The size of a page as PDF readers show it, after cropping and rotation, in points. */
type ShownPage = { readonly width: number; readonly height: number };

type OwnersFile = {
  readonly name: string;
  readonly make: () => Bytes | Promise<Bytes>;
  readonly shown: readonly ShownPage[];
};

const PORTRAIT: ShownPage = { width: 612, height: 792 };
const LANDSCAPE: ShownPage = { width: 792, height: 612 };

/** Sets entries of a PDF dictionary. A string becomes a PDF name. */
const setEntries = ({ context }: PDFDocument, node: PDFDict, entries: object): void => {
  for (const [key, value] of Object.entries(entries)) node.set(PDFName.of(key), context.obj(value));
};

/** Returns a function that makes a one-page file whose page has these entries. */
const makePage = (entries: object) => (): Promise<Bytes> =>
  makePdf({ packed: false }, (doc) => setEntries(doc, doc.getPage(0).node, entries));

const draw = (doc: PDFDocument, page: PDFDict, content: string): void => {
  const { context } = doc;
  const F = context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Courier' });
  setEntries(doc, page, {
    Contents: context.register(context.flateStream(content)),
    Resources: { Font: { F: context.register(F) } },
  });
};

/** Returns a function that makes a one-page file that draws this content. */
const makeDrawnPage = (content: string) => (): Promise<Bytes> =>
  makePdf({ packed: false }, (doc) => draw(doc, doc.getPage(0).node, content));

/** Two pages that share their content, size and font. The page tree lists the second one twice. */
const makeSharedPages = (): Promise<Bytes> =>
  makePdf({ packed: false }, (doc) => {
    const first = doc.getPage(0);
    const second = doc.addPage();
    draw(doc, first.node, 'BT /F 12 Tf (words) Tj ET /X Do');
    const content = first.node.get(PDFName.Contents);
    const Contents = doc.context.register(doc.context.obj([content]));
    const tree = doc.catalog.Pages();
    for (const name of [PDFName.of('MediaBox'), PDFName.Resources]) {
      const inherited = first.node.get(name);
      if (inherited) tree.set(name, inherited);
      first.node.delete(name);
      second.node.delete(name);
    }
    setEntries(doc, tree, { Rotate: 90, Kids: [first.ref, second.ref, second.ref], Count: 3 });
    setEntries(doc, first.node, { Contents, Rotate: 0 });
    setEntries(doc, second.node, { Contents });
  });

/** A file to which a program has appended a page. */
const makeUpdated = async (packed: boolean, pages: number): Promise<Bytes> => {
  const bytes = await makePdf({ pages, packed });
  const document = await PDFDocument.load(bytes, { forIncrementalUpdate: true });
  document.addPage([300, 200]).setRotation(degrees(90));
  return new Uint8Array(await document.save({ useObjectStreams: packed }));
};

/**
 * A PDF with extra bytes before and after it. Its cross-reference offsets include the bytes before
 * it.
 */
const makeFramed = async (head: string, tail: string): Promise<Bytes> => {
  const text = Buffer.from(await makePdf({ packed: false })).toString('latin1');
  const moved = text.replaceAll(/\d+(?= 00000 n|\n%%EOF)/g, (at) =>
    String(Number(at) + head.length).padStart(at.length, '0'),
  );
  return new Uint8Array(Buffer.from(head + moved + tail, 'latin1'));
};

/** Two pages with bookmarks, and with tags for screen readers. */
const TAGGED = new Uint8Array(await readFile(path.join(import.meta.dirname, 'tagged.pdf')));

const MANY_PAGES = byDepth(10, 500);

/** Files that the owner may sell. */
const FILES: readonly OwnersFile[] = [
  {
    name: 'a page rotated clockwise',
    make: makePage({ Rotate: 90 }),
    shown: [LANDSCAPE],
  },
  {
    name: 'a page rotated counterclockwise',
    make: makePage({ Rotate: -90 }),
    shown: [LANDSCAPE],
  },
  {
    name: 'an upside-down page',
    make: makePage({ Rotate: 180 }),
    shown: [PORTRAIT],
  },
  {
    name: 'a page box with swapped corners',
    make: makePage({ MediaBox: [612, 792, 0, 0] }),
    shown: [PORTRAIT],
  },
  {
    name: 'a page box around the origin',
    make: makePage({ MediaBox: [-300, -400, 312, 392] }),
    shown: [PORTRAIT],
  },
  {
    name: 'a small page',
    make: makePage({ MediaBox: [0, 0, 100, 50] }),
    shown: [{ width: 100, height: 50 }],
  },
  {
    name: 'a cropped page that is rotated clockwise',
    make: makePage({ CropBox: [36, 72, 500, 700], Rotate: 90 }),
    shown: [{ width: 628, height: 464 }],
  },
  {
    name: 'a crop box larger than its page',
    make: makePage({ CropBox: [-100, -100, 900, 900] }),
    shown: [PORTRAIT],
  },
  {
    name: 'graphics states that are not restored',
    make: makeDrawnPage('q 2 0 0 2 50 50 cm Q 0.5 0 0 0.5 9 9 cm'),
    shown: [PORTRAIT],
  },
  {
    name: 'an unclosed text object',
    make: makeDrawnPage('BT /F 12 Tf 100 Tz 50 500 Td (words) Tj'),
    shown: [PORTRAIT],
  },
  {
    name: 'an empty page',
    make: makeDrawnPage(''),
    shown: [PORTRAIT],
  },
  {
    name: 'shared content and a page listed twice',
    make: makeSharedPages,
    shown: [PORTRAIT, LANDSCAPE, LANDSCAPE],
  },
  {
    name: 'a page added by an update with a cross-reference table',
    make: () => makeUpdated(false, 3),
    shown: [PORTRAIT, PORTRAIT, PORTRAIT, { width: 200, height: 300 }],
  },
  {
    name: 'a page added by an update with an object stream',
    make: () => makeUpdated(true, MANY_PAGES),
    shown: [...Array.from({ length: MANY_PAGES }, () => PORTRAIT), { width: 200, height: 300 }],
  },
  {
    name: 'tags, bookmarks and links',
    make: () => TAGGED,
    shown: [PORTRAIT, PORTRAIT],
  },
  {
    name: 'extra bytes before and after the PDF',
    make: () => makeFramed('HTTP 200\r\n\r\n', '\0'.repeat(10_000)),
    shown: [PORTRAIT],
  },
];

const LINE = orderNumberLine('01F3-4AD8-A31F');

const load = (bytes: Uint8Array) => PDFDocument.load(bytes, { updateMetadata: false });

const prepare = async (original: Bytes) => {
  const prepared = await preparePdf(original, true);
  if ('refusal' in prepared || !prepared.line) throw new Error('no line');
  return { bytes: prepared.bytes, line: prepared.line, upload: prepared.upload };
};

/** The copy that the buyer of an order gets. */
const makeCopy = async (original: Bytes): Promise<Bytes> => {
  const { bytes, line } = await prepare(original);
  bytes.set(Buffer.from(LINE), line.at);
  return bytes;
};

test.each(FILES)('counts the pages of a file with $name', async ({ make, shown }) => {
  const { upload } = await prepare(await make());
  expect(upload.pages).toBe(shown.length);
});

test.each(FILES)('reserves space for the order number in a file with $name', async ({ make }) => {
  const { bytes, line } = await prepare(await make());
  const placeholder = Buffer.from(bytes.subarray(line.at, line.at + line.length));
  expect(placeholder.toString()).toBe(' '.repeat(64));
});

/** The content stream that draws a page. */
const contentOf = ({ node, doc }: PDFPage): string => {
  const contents = node.Contents();
  const refs = contents instanceof PDFArray ? contents.asArray() : [];
  return refs
    .map((ref) => doc.context.lookup(ref))
    .filter((stream) => stream instanceof PDFRawStream)
    .map((stream) => Buffer.from(decodePDFRawStream(stream).decode()))
    .join('\n');
};

/**
 * A drawing of the order number line, with the matrix `a b c d e f` that places it
 * (ISO 32000-1, 8.3.3).
 */
const DRAWING = /(?<a>\S+) (?<b>\S+) (?<c>\S+) (?<d>\S+) \S+ \S+ cm\s+\/OrderLine Do/g;

/** A matrix with a negative determinant mirrors what is drawn. */
const isMirrored = ({ a, b, c, d }: Readonly<Record<string, string>>): boolean =>
  Number(a) * Number(d) < Number(b) * Number(c);

// Two lines in the same place look like one in a PDF reader, so this reads the content stream.
test.each(FILES)(
  'draws the order number once on each page of a file with $name',
  async ({ make }) => {
    const copy = await load(await makeCopy(await make()));
    for (const page of copy.getPages()) {
      const drawings = [...contentOf(page).matchAll(DRAWING)];
      expect(drawings.map(({ groups = {} }) => ({ isMirrored: isMirrored(groups) }))).toEqual([
        { isMirrored: false },
      ]);
    }
  },
);

/** Every object of a file as text. Omits the page entries that change when the line is added. */
const objectsOf = async (bytes: Uint8Array): Promise<string[]> => {
  const { context } = await load(bytes);
  return context.enumerateIndirectObjects().map(([ref, object]) => {
    if (object instanceof PDFDict && object.get(PDFName.Type) === PDFName.Page) {
      for (const key of ['Contents', 'Resources', 'Annots']) object.delete(PDFName.of(key));
    }
    return `${ref} ${object}`;
  });
};

test.each(FILES)('keeps the original bytes of a file with $name', async ({ make }) => {
  const original = await make();
  const copy = await makeCopy(original);
  const beginning = Buffer.from(copy.subarray(0, original.byteLength));
  // `toEqual` would print the whole file.
  expect(beginning.equals(original)).toBe(true);
});

test.each(FILES)('changes only how pages are drawn in a file with $name', async ({ make }) => {
  const original = await make();
  const before = await objectsOf(original);
  const after = new Set(await objectsOf(await makeCopy(original)));
  expect(before.filter((object) => !after.has(object))).toEqual([]);
});

/** A word on a page as PDF readers show it, in points from the upper left corner. */
type Word = {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
};

const WORD = new RegExp(
  [
    '<word xMin="(?<left>[^"]+)" yMin="[^"]+"',
    'xMax="(?<right>[^"]+)" yMax="(?<bottom>[^"]+)">(?<text>[^<]*)<',
  ].join(' '),
  'g',
);

/** The words of each page. */
const readWords = (bytes: Uint8Array): Word[][] => {
  const options = ['-q', '-cropbox', '-bbox', '-', '-'];
  const { stdout } = spawnSync('pdftotext', options, { input: bytes, encoding: 'utf8' });
  const pages = stdout.split('<page ').slice(1);
  return pages.map((page) =>
    [...page.matchAll(WORD)].map(({ groups }) => ({
      text: groups?.['text'] ?? '',
      left: Number(groups?.['left']),
      right: Number(groups?.['right']),
      bottom: Number(groups?.['bottom']),
    })),
  );
};

/** Expects the order number line once, horizontal, and centered at the bottom of the page. */
const expectLineAtFoot = (words: readonly Word[], { width, height }: ShownPage): void => {
  expect(
    words
      .map(({ text }) => text)
      .join(' ')
      .split(LINE),
  ).toHaveLength(2);
  const lineWords = LINE.split(' ');
  const start = words.findIndex(({ text }) => text === lineWords[0]);
  const line = words.slice(start, start + lineWords.length);
  const left = line[0]?.left ?? NaN;
  const right = line.at(-1)?.right ?? NaN;
  const bottom = line[0]?.bottom ?? NaN;
  const middle = (left + right) / 2;
  expect(Math.abs(middle / width - 0.5)).toBeLessThan(0.01);
  expect(bottom / height).toBeGreaterThan(0.97);
  expect(bottom / height).toBeLessThan(0.99);
  // Long enough to read, and horizontal.
  expect((right - left) / Math.min(width, height)).toBeGreaterThan(1 / 6);
};

test.each(FILES)(
  'shows the order number at the bottom of each page in a file with $name',
  needs('pdftotext'),
  async ({ make, shown }) => {
    const pages = readWords(await makeCopy(await make()));
    expect(pages).toHaveLength(shown.length);
    for (const [index, page] of shown.entries()) expectLineAtFoot(pages[index] ?? [], page);
  },
);

/** The CPU time for adding the order number line, in microseconds. */
const workFor = async (pages: number): Promise<number> => {
  const bytes = await makePdf({ pages, packed: false });
  const before = process.cpuUsage();
  await preparePdf(bytes, true);
  const { user, system } = process.cpuUsage(before);
  return user + system;
};

test('needs at most 32 times the CPU time for 16 times as many pages', async () => {
  await workFor(100); // compiles the code
  const few = await workFor(100);
  const many = await workFor(1600);
  expect(many / few).toBeLessThan(32);
});

/** Three ways in which programs write a PDF. */
const WRITTEN = [
  { name: 'a linearized file', option: '--linearize' },
  { name: 'a file with object streams', option: '--object-streams=generate' },
  { name: 'a file with a cross-reference table', option: '--object-streams=disable' },
];

test.each(WRITTEN.slice(0, byDepth(1, 3)))(
  'makes a valid copy of $name',
  needs('qpdf'),
  async ({ option }) => {
    const directory = mkdtempSync(path.join(tmpdir(), 'line-test-'));
    onTestFinished(() => rmSync(directory, { recursive: true }));
    const file = path.join(directory, 'guide.pdf');
    writeFileSync(file, TAGGED);
    const { stdout } = spawnSync('qpdf', [option, file, '-'], { maxBuffer: 1e8 });
    writeFileSync(file, await makeCopy(new Uint8Array(stdout)));
    expect(spawnSync('qpdf', ['--check', file]).status).toBe(0);
  },
);
