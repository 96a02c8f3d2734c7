import { afterEach, expect, test, vi } from 'vitest';
import { checkPdf } from '../../netlify/guides/check-pdf.ts';
import { prepare } from '../../netlify/guides/stamp/prepare.ts';
import { stampWords } from '../../netlify/guides/guide-files.ts';
import { MAX_GUIDE_BYTES } from '../../src/pdf/limits.ts';
import { sha256 } from '../shop/downloading.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { ONE_PAGE, rawPdf, withPage } from './raw-pdf.ts';

afterEach(() => void vi.restoreAllMocks());

const prepared = async (bytes: Uint8Array<ArrayBuffer>, within = 30_000) => {
  const inspection = await checkPdf(bytes);
  if ('refusal' in inspection) throw new Error(inspection.refusal.reason);
  const { findings } = inspection;
  return prepare({ bytes, findings }, Date.now() + within);
};

test('a file keeps its beginning, and tells what was uploaded', async () => {
  const log = vi.spyOn(console, 'error');
  const bytes = await makePdf({ pages: 2 });
  const { stamp, bytes: kept } = await prepared(bytes);
  expect(stamp).toEqual({
    at: expect.any(Number),
    length: 64,
    upload: { size: bytes.byteLength, sha256: sha256(bytes) },
  });
  expect(sha256(kept.subarray(0, bytes.byteLength))).toBe(sha256(bytes));
  expect(log).not.toHaveBeenCalled();
});

const withData = (size: number) => rawPdf([...ONE_PAGE, { dict: '', data: new Uint8Array(size) }]);

test('a file that is not read as the same afterwards is not used', async () => {
  const bytes = await makePdf({ pages: 2 });
  const inspection = await checkPdf(bytes);
  if ('refusal' in inspection) throw new Error(inspection.refusal.reason);
  const findings = { ...inspection.findings, pages: 3 };
  const { stamp, bytes: kept } = await prepare({ bytes, findings }, Date.now() + 30_000);
  expect(stamp).toEqual({ refusal: 'odd' });
  expect(kept).toBe(bytes);
});

/** As large as may be, to the byte. */
const largest = () => {
  const data = MAX_GUIDE_BYTES - 1000;
  return withData(MAX_GUIDE_BYTES - (withData(data).byteLength - data));
};

const CROWDED = rawPdf(
  withPage('/Resources << /XObject << /OrderLine 4 0 R >> >>', {
    dict: '/Subtype /Form /BBox [0 0 9 9]',
    data: Buffer.from('0 0 9 9 re f'),
  }),
);

test.each([
  ['signed', () => makePdf({ packed: false }, sign), 30_000, 0, 'digital signature'],
  ['too_large', largest, 30_000, 0, '18 MB'],
  ['odd', () => CROWDED, 30_000, 1, 'Export the PDF again'],
  ['odd', () => makePdf(), 1, 1, 'Export the PDF again'],
] as const)(
  'a file that is %s stays as it is, and its owner reads why',
  async (refusal, make, within, failures, words) => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const bytes = await make();
    const { stamp, bytes: kept } = await prepared(bytes, within);
    expect(stamp).toEqual({ refusal });
    expect(sha256(kept)).toBe(sha256(bytes));
    expect(log).toHaveBeenCalledTimes(failures);
    expect(stampWords({ stamp })).toMatch(/^Copies go out without their order number: /);
    expect(stampWords({ stamp })).toContain(words);
  },
);
