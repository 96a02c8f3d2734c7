import { afterEach, expect, test, vi } from 'vitest';
import { stampWords } from '../../netlify/guides/guide-files.ts';
import { prepare } from '../../netlify/guides/stamp/prepare.ts';
import { MAX_GUIDE_BYTES } from '../../src/pdf/limits.ts';
import { sha256 } from '../shop/downloading.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { ONE_PAGE, rawPdf, withPage } from './raw-pdf.ts';

afterEach(() => void vi.restoreAllMocks());

/** Of a file as `makePdf` makes it. */
const FINDINGS = {
  pages: 1,
  title: 'A guide',
  fonts: { embedded: 0, missing: [] },
  tagged: false,
  darkFeet: [false],
};
const UNTITLED = { ...FINDINGS, title: null };
const LONG_MS = 30_000;

test('a file keeps its beginning, and tells what was uploaded', async () => {
  const log = vi.spyOn(console, 'error');
  const bytes = await makePdf();
  const { stamp, bytes: kept } = await prepare({ bytes, findings: FINDINGS }, Date.now() + LONG_MS);
  expect(stamp).toEqual({
    at: expect.any(Number),
    length: 64,
    upload: { size: bytes.byteLength, sha256: sha256(bytes) },
  });
  expect(sha256(kept.subarray(0, bytes.byteLength))).toBe(sha256(bytes));
  expect(log).not.toHaveBeenCalled();
});

const withData = (size: number) => rawPdf([...ONE_PAGE, { dict: '', data: new Uint8Array(size) }]);

/** As large as may be, to the byte. */
const largest = () => {
  const data = MAX_GUIDE_BYTES - 1000;
  return withData(MAX_GUIDE_BYTES - (withData(data).byteLength - data));
};

const crowded = () =>
  rawPdf(
    withPage('/Resources << /XObject << /OrderLine 4 0 R >> >>', {
      dict: '/Subtype /Form /BBox [0 0 9 9]',
      data: Buffer.from('0 0 9 9 re f'),
    }),
  );

const signed = () => makePdf({ packed: false }, sign);

/** `failures` are those that the log tells. */
test.each([
  ['signed', 'it is signed', signed, FINDINGS, LONG_MS, 0, 'digital signature'],
  ['too_large', 'it would be too large', largest, UNTITLED, LONG_MS, 0, '18 MB'],
  ['odd', 'it has such a line', crowded, UNTITLED, LONG_MS, 1, 'Export the PDF again'],
  ['odd', 'it takes too long', makePdf, FINDINGS, 1, 1, 'Export the PDF again'],
  [
    'odd',
    'it is read as another',
    makePdf,
    { ...FINDINGS, pages: 3 },
    LONG_MS,
    0,
    'Export the PDF',
  ],
] as const)(
  'a file stays as it is (%s) where %s, and its owner reads why',
  async (refusal, _why, make, findings, within, failures, words) => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const bytes = await make();
    const { stamp, bytes: kept } = await prepare({ bytes, findings }, Date.now() + within);
    expect(stamp).toEqual({ refusal });
    expect(kept).toBe(bytes);
    expect(log).toHaveBeenCalledTimes(failures);
    expect(stampWords({ stamp })).toMatch(/^Copies go out without their order number: /);
    expect(stampWords({ stamp })).toContain(words);
  },
);
