import { cpuTime } from '../cpu-time.ts';
import * as fc from 'fast-check';
import { PDFDocument } from '@cantoo/pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Inspection, inspectPdf } from '../../src/pdf/inspect.ts';
import { makeSample } from '../../src/samples/sample.ts';
import { makePdf } from '../shop/pdfs.ts';
import { ONE_PAGE, packed, rawPdf, withPage } from '../guides/raw-pdf.ts';
import { edition, guides } from './press-edition.ts';

const findings = (inspection: Inspection) =>
  'findings' in inspection ? inspection.findings : inspection.refusal;

const codeOf = (inspection: Inspection): string =>
  'refusal' in inspection ? inspection.refusal.code : 'fine';

const inspect = async (bytes: Uint8Array) => findings(await inspectPdf(bytes));

const NO_FONTS = { embedded: 0, missing: [] };

describe('a good PDF', () => {
  test.each([
    ['with a table', false],
    ['with its objects packed', true],
  ])('%s tells its pages and its title', async (_how, isPacked) => {
    const bytes = await makePdf({ pages: 7, title: 'Größer: 価格', packed: isPacked });
    expect(await inspect(bytes)).toEqual({
      pages: 7,
      title: 'Größer: 価格',
      fonts: NO_FONTS,
      tagged: false,
    });
  });

  test.each([false, true])('that was added to is what it is now (packed: %s)', async (isPacked) => {
    const before = await makePdf({ title: 'Before', packed: isPacked });
    const document = await PDFDocument.load(before, { forIncrementalUpdate: true });
    document.setTitle('After');
    document.addPage();
    const after = await document.save();
    expect(after.subarray(0, before.byteLength)).toEqual(before);
    expect(await inspect(after)).toMatchObject({ pages: 2, title: 'After' });
  });

  test('as the shop prints its samples brings its fonts, and is tagged', async () => {
    const sample = new Uint8Array(await makeSample(guides[0].product, edition));
    expect(await inspect(sample)).toEqual({
      pages: 15,
      title: expect.stringContaining('Coin School'),
      fonts: { embedded: expect.any(Number), missing: [] },
      tagged: true,
    });
  });

  test('may have links, packed text, and objects without use', async () => {
    const link = '<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://x.example) >> >>';
    const text = {
      dict: '/Filter [/ASCIIHexDecode /FlateDecode]',
      data: Buffer.from(`${Buffer.from(packed('q Q').data).toString('hex')}>`),
    };
    const bytes = rawPdf(withPage('/Annots [4 0 R] /Contents 5 0 R', link, text, packed('q Q')));
    expect(await inspect(bytes)).toMatchObject({ pages: 1 });
  });

  test('names the fonts that it does not bring', async () => {
    const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
    const bytes = rawPdf(withPage('/Resources << /Font << /F1 4 0 R >> >>', font, font));
    expect(await inspect(bytes)).toMatchObject({ fonts: { embedded: 0, missing: ['Helvetica'] } });
  });
});

describe('a good PDF that was damaged', () => {
  let good: Uint8Array<ArrayBuffer>;
  let ofAGoodOne: number;
  beforeAll(async () => {
    good = new Uint8Array(await makeSample(guides[0].product, edition));
    await inspectPdf(good);
    const before = cpuTime();
    for (let n = 0; n < 5; n += 1) await inspectPdf(good);
    ofAGoodOne = (cpuTime() - before) / 5;
  });

  /** Since a run may grow at the end of a word. */
  const MOST_TIMES_LONGER = 30;

  const changes = fc.array(
    fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), byte: fc.nat(255) }),
    {
      minLength: 1,
      maxLength: 20,
    },
  );

  test('is checked to an end, in a time like that of a good one', async () => {
    await fc.assert(
      fc.asyncProperty(
        changes,
        fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        async (flips, cut) => {
          const end = cut === null ? good.byteLength : Math.floor(cut * good.byteLength);
          const bytes = good.slice(0, end);
          for (const { at, byte } of flips) bytes[Math.floor(at * end)] = byte;
          const before = cpuTime();
          const inspection = await inspectPdf(bytes);
          expect(cpuTime() - before).toBeLessThan(MOST_TIMES_LONGER * ofAGoodOne);
          expect('findings' in inspection || inspection.refusal.reason.length > 10).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test('a bomb takes no memory to find', async () => {
  const held = 1200 * 1024 * 1024;
  const part = packed(Buffer.alloc(held / 12));
  const bytes = rawPdf([...ONE_PAGE, ...Array.from({ length: 12 }, () => part)]);
  const before = process.memoryUsage.rss();
  let peak = before;
  const look = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
  expect(codeOf(await inspectPdf(bytes))).toBe('pdf_too_dense');
  clearInterval(look);
  expect(peak - before).toBeLessThan(0.33 * held);
});

/** Each would take hours, and so end the test, were a byte read once for each other byte. */
test.each([
  ['digits', '1'.repeat(1_000_000)],
  ['numbers', '1 '.repeat(500_000)],
  ['comments', '%\n'.repeat(500_000)],
  ['per cent signs', `1 ${'%'.repeat(1_000_000)}`],
  ['open brackets', `9 0 obj ${'['.repeat(1_000_000)}`],
  ['open dictionaries', `9 0 obj ${'<</A'.repeat(250_000)}`],
  ['words', `9 0 obj [${'()'.repeat(500_000)}`],
  ['streams', '9 0 obj<<>>stream\nendstream '.repeat(40_000)],
  ['streams without an end', '9 0 obj<<>>stream\n'.repeat(50_000)],
  ['blanks', `9${' '.repeat(1_000_000)}0 obj`],
  ['one name', `9 0 obj /${'A'.repeat(1_000_000)}`],
])('a file of %s is refused at once', async (_what, text) => {
  const good = Buffer.from(rawPdf(ONE_PAGE)).toString('latin1');
  const at = good.indexOf('xref\n');
  const file = `${good.slice(0, at)}${text}\n${good.slice(at)}`;
  const moved = file.replace(/startxref\n\d+/, `startxref\n${at + text.length + 1}`);
  const bytes = new Uint8Array(Buffer.from(moved, 'latin1'));
  expect(codeOf(await inspectPdf(bytes))).toMatch(/^(pdf_broken|pdf_too_dense|fine)$/);
});
