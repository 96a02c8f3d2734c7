import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PDFDocument } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { startEngine } from '../../src/pdf/engine.ts';
import { inspectPdf } from '../../src/pdf/inspect.ts';
import { makeSample } from '../../src/samples/sample.ts';
import { BAD_FILES, BOMBS } from '../guides/bad-files.ts';
import { ODD_FILES } from '../guides/odd-files.ts';
import { makePdf } from '../shop/pdfs.ts';
import { ONE_PAGE, packed, rawPdf, withPage } from '../guides/raw-pdf.ts';
import { edition, guides } from '../samples/edition.ts';

const wasm = await WebAssembly.compile(
  await readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')),
);

/** As the browser's worker does. */
const inspect = async (bytes: Uint8Array) => inspectPdf(await startEngine(wasm), bytes);

const findings = async (bytes: Uint8Array) => {
  const inspection = await inspect(bytes);
  return 'findings' in inspection ? inspection.findings : inspection.refusal;
};

/** What a page or a drawing writes in, not in the file. */
const font = (name: string): string =>
  `/Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /${name} >> >>`;

// The bombs are tried in a thread, by tests/guides/check-pdf.test.ts.
const refused = BAD_FILES.filter((file) => !BOMBS.includes(file));
test.each(refused)('$what is refused with its reason', async ({ bytes, code, says }) => {
  const inspection = await inspect(await bytes());
  expect(inspection).toEqual({ refusal: { code, reason: expect.stringMatching(says) } });
});

describe('an honest file', () => {
  test.each(ODD_FILES)('with $what is taken, and drawn', async ({ bytes }) => {
    expect(await findings(bytes())).toMatchObject({ pages: 1 });
    const { library } = await startEngine(wasm);
    const page = (await library.loadDocument(bytes())).getPage(0);
    const size = { width: 20, height: 20 };
    const { data } = await page.render({ ...size, render: async (drawn) => drawn.data });
    expect(Array.from(data.subarray(-20 * 4, -19 * 4))).toEqual([0, 0, 0, 255]);
  });

  test.each([
    ['with a table', false],
    ['with its objects packed', true],
  ])('%s tells its pages and its title, also once it was added to', async (_how, isPacked) => {
    const before = await makePdf({ pages: 7, title: 'Größer: 価格', packed: isPacked });
    expect(await findings(before)).toEqual({
      pages: 7,
      title: 'Größer: 価格',
      fonts: { embedded: 0, missing: [] },
      tagged: false,
      darkFeet: Array(7).fill(false),
    });
    const document = await PDFDocument.load(before, { forIncrementalUpdate: true });
    document.setTitle('After');
    document.addPage();
    const after = await document.save();
    expect(after.subarray(0, before.byteLength)).toEqual(before);
    expect(await findings(after)).toMatchObject({ pages: 8, title: 'After' });
  });

  test('as the shop prints its samples brings its fonts, and is tagged', async () => {
    const sample = new Uint8Array(await makeSample(guides[0].product, edition));
    expect(await findings(sample)).toEqual({
      pages: 12,
      title: expect.stringContaining('Coin School'),
      fonts: { embedded: 3, missing: [] },
      tagged: true,
      darkFeet: [true, ...Array(11).fill(false)],
    });
  });

  test.each([
    ['at the lower edge', '', '0 g 200 0 212 40 re f', true],
    ['above it', '', '0 g 0 60 612 732 re f', false],
    [
      'at the edge that is the lower one as it is seen',
      '/Rotate 90',
      '0 g 572 0 40 792 re f',
      true,
    ],
    ['at the edge that was the lower one', '/Rotate 90', '0 g 0 0 500 40 re f', false],
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
    const bytes = rawPdf(withPage(page, drawing, packed(`${words} /D Do`)));
    const missing = ['Helvetica', 'Times'];
    expect(await findings(bytes)).toMatchObject({ fonts: { embedded: 0, missing } });
  });

  test.each(['[3 0 R /Fit]', '4 0 R'])('may begin at %s', async (place) => {
    const action = '<< /S /GoTo /D [3 0 R /Fit] >>';
    const [, pages, page] = withPage('');
    const catalog = `<< /Type /Catalog /Pages 2 0 R /OpenAction ${place} >>`;
    expect(await findings(rawPdf([catalog, pages ?? '', page ?? '', action]))).toMatchObject({
      pages: 1,
    });
  });
});
