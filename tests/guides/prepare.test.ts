import { expect, test, vi } from 'vitest';
import { stampWords } from '../../netlify/guides/guide-files.ts';
import { prepare } from '../../netlify/guides/stamp/prepare.ts';
import { MAX_GUIDE_BYTES } from '../../src/pdf/limits.ts';
import { sha256 } from '../shop/downloading.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { ONE_PAGE, packed, rawPdf, withPage } from './raw-pdf.ts';

/** Of a file as `makePdf` makes it. */
const FINDINGS = {
  pages: 1,
  title: 'A guide',
  fonts: { embedded: 0, missing: [] },
  tagged: false,
  darkFeet: [false],
};
const prepared = (bytes: Uint8Array<ArrayBuffer>, found: object = {}, withinMs = 30_000) =>
  prepare({ bytes, findings: { ...FINDINGS, ...found } }, Date.now() + withinMs);

test('a file keeps its beginning, and tells what was uploaded', async () => {
  const bytes = await makePdf();
  const { stamp, bytes: kept } = await prepared(bytes);
  const upload = { size: bytes.byteLength, sha256: sha256(bytes) };
  expect(stamp).toEqual({ at: expect.any(Number), length: 64, upload });
  expect(sha256(kept.subarray(0, bytes.byteLength))).toBe(upload.sha256);
});

const withData = (size: number) => rawPdf([...ONE_PAGE, { dict: '', data: new Uint8Array(size) }]);
/** What the line adds passes the limit. */
const large = withData(MAX_GUIDE_BYTES - 1000);
const lined = rawPdf(
  withPage(
    '/Resources << /XObject << /OrderLine 4 0 R >> >>',
    packed('0 0 9 9 re f', '/Subtype /Form /BBox [0 0 9 9]'),
  ),
);
const plain = await makePdf();
const signed = await makePdf({ packed: false }, sign);

test.each([
  ['it is signed', 'signed', 'digital signature', () => prepared(signed)],
  ['it would be too large', 'too_large', '18 MB', () => prepared(large, { title: null })],
  ['it has such a line', 'odd', 'Export the PDF again', () => prepared(lined, { title: null })],
  ['it takes too long', 'odd', 'Export the PDF again', () => prepared(plain, {}, 1)],
  ['it is read as another', 'odd', 'Export the PDF again', () => prepared(plain, { pages: 3 })],
] as const)(
  'where %s, a file stays as it is, and its owner reads why',
  async (_why, refusal, words, preparing) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { stamp, bytes } = await preparing();
    expect(stamp).toEqual({ refusal });
    expect([signed, large, lined, plain]).toContain(bytes);
    expect(stampWords({ stamp })).toMatch(/^Copies go out without their order number: /);
    expect(stampWords({ stamp })).toContain(words);
  },
);
