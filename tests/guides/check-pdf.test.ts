import { PDFDocument } from '@cantoo/pdf-lib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkPdf } from '../../netlify/guides/check-pdf.ts';
import { refuseFileName } from '../../src/pdf/file.ts';
import { inspectPdf } from '../../src/pdf/inspect.ts';
import { MAX_ENGINE_BYTES } from '../../src/pdf/limits.ts';
import { byDepth } from '../depth.ts';
import { makePdf } from '../shop/pdfs.ts';
import { BAD_FILES, BOMBS } from './bad-files.ts';
import { ODD_FILES, SAMPLE } from './line-files.ts';
import { ONE_PAGE, packed, rawPdf, withPage } from './raw-pdf.ts';
import { newEngine } from './read-lines.ts';

/** As the browser's worker does. */
const inspect = async (bytes: Uint8Array) => inspectPdf(await newEngine(), bytes);

test.each(BAD_FILES)('$what is refused with its reason', async ({ bytes, code, says }) => {
  const refusal = { code, reason: expect.stringContaining(says) };
  expect(await inspect(await bytes())).toEqual({ refusal });
});

test.each(BOMBS)('$what is refused within the memory of a guide', async ({ bytes, code, says }) => {
  const file = await bytes();
  const before = process.memoryUsage.rss();
  let peak = before;
  const watching = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 5);
  const refusal = { code, reason: expect.stringContaining(says) };
  expect(await checkPdf(file)).toEqual({ refusal });
  clearInterval(watching);
  // PDFium's own memory, and what JavaScript holds of the file.
  expect(peak - before).toBeLessThan(1.5 * MAX_ENGINE_BYTES);
});

test('a file gets an answer, whatever was damaged in it', async () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const change = fc.record({ at: share, byte: fc.nat(255) });
  const changes = fc.array(change, { minLength: 1, maxLength: 20 });
  const damaged = fc.asyncProperty(changes, fc.option(share), async (flips, cut) => {
    const bytes = SAMPLE.slice(0, Math.floor((cut ?? 1) * SAMPLE.byteLength));
    for (const { at, byte } of flips) bytes[Math.floor(at * bytes.byteLength)] = byte;
    const inspection = await checkPdf(bytes);
    expect('findings' in inspection || inspection.refusal.reason.length > 10).toBe(true);
  });
  await fc.assert(damaged, { numRuns: byDepth(4, 100) });
});

test.each([
  ['a way up of Windows', '..\\guide.pdf'],
  ['a NUL', 'guide.pdf\0.png'],
  ['201 characters', `${'x'.repeat(197)}.pdf`],
  ['a mark that turns what follows around', 'guide\u202efdp.exe'],
  ['nothing but a blank', ' '],
])('a file with %s in its name is refused', (_what, name) => {
  expect(refuseFileName(name)).toMatchObject({ code: 'file_name_invalid' });
});

test('a file that takes too long is given up', async () => {
  const refusal = { code: 'pdf_too_dense', reason: expect.stringContaining('too long') };
  expect(await checkPdf(await makePdf(), 1)).toEqual({ refusal });
});

const font = (name: string) =>
  `/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /${name} >> >>`;

const findings = async (bytes: Uint8Array) => {
  const inspection = await inspect(bytes);
  return 'findings' in inspection ? inspection.findings : inspection.refusal;
};

describe('an honest file', () => {
  test.each(ODD_FILES)('with $what is taken', async ({ bytes }) => {
    expect(await findings(await bytes())).toMatchObject({ pages: 1 });
  });

  test.each([
    ['with a table', false],
    ['with its objects packed', true],
  ])('%s tells its pages and its title, also once it was added to', async (_how, isPacked) => {
    const before = await makePdf({ pages: 7, title: 'Größer: 価格', packed: isPacked });
    expect(await findings(before)).toMatchObject({ pages: 7, title: 'Größer: 価格' });
    const document = await PDFDocument.load(before, { forIncrementalUpdate: true });
    document.setTitle('After');
    document.addPage();
    expect(await findings(await document.save())).toMatchObject({ pages: 8, title: 'After' });
  });

  test('as the shop prints its samples brings its fonts, and is tagged', async () => {
    const { pages, ...others } = Object(await findings(SAMPLE));
    expect(others).toEqual({
      title: expect.any(String),
      fonts: { embedded: 3, missing: [] },
      tagged: true,
      darkFeet: [true, ...Array(pages - 1).fill(false)],
    });
  });

  test.each([
    ['at the lower edge', '', '0 g 200 0 212 40 re f', true],
    ['at the edge that is the lower one as seen', '/Rotate 90', '0 g 572 0 40 792 re f', true],
    ['where the page is cut off', '/CropBox [0 100 612 792]', '0 g 0 0 612 90 re f', false],
    ['all over, in a middling color', '', '0.12 0.54 0.55 rg 0 0 612 792 re f', true],
    ['all over, in the color of paper', '', '0.98 0.97 0.94 rg 0 0 612 792 re f', false],
  ])('that is dark %s is told for an order’s line', async (_where, entries, content, isDark) => {
    const dark = withPage(`${entries} /Contents 4 0 R`, packed(content));
    const both = '<< /Type /Pages /Kids [3 0 R 5 0 R] /Count 2 >>';
    const two = rawPdf([ONE_PAGE[0], both, ...dark.slice(2), ONE_PAGE[2]]);
    expect(await findings(two)).toMatchObject({ darkFeet: [isDark, false] });
  });

  test('names the fonts that it does not bring, of drawings within a page too', async () => {
    const words = 'BT /F 9 Tf (a) Tj ET';
    const drawing = packed(words, `/Subtype /Form /BBox [0 0 9 9] ${font('ABCDEF+Times')} >>`);
    const page = `${font('Helvetica')} /XObject << /D 4 0 R >> >> /Contents 5 0 R`;
    const fonts = { embedded: 0, missing: ['Helvetica', 'Times'] };
    const bytes = rawPdf(withPage(page, drawing, packed(`${words} /D Do`)));
    expect(await findings(bytes)).toMatchObject({ fonts });
  });
});
