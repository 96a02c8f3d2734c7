import { expect, test, vi } from 'vitest';
import { stampWords } from '../../netlify/guides/guide-files.ts';
import { prepare } from '../../netlify/guides/stamp/prepare.ts';
import { MAX_GUIDE_BYTES } from '../../src/pdf/limits.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { ONE_PAGE, rawPdf } from './raw-pdf.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Row = [
  why: string,
  refusal: string,
  words: string,
  make: () => Bytes | Promise<Bytes>,
  ms?: number,
];

const FINDINGS = {
  pages: 1,
  title: 'A guide',
  fonts: { embedded: 0, missing: [] },
  tagged: false,
  darkFeet: [false],
};
/** What the line adds passes the limit. */
const large = () =>
  rawPdf([...ONE_PAGE, { dict: '', data: new Uint8Array(MAX_GUIDE_BYTES - 1000) }]);

test.each<Row>([
  ['it is signed', 'signed', 'digital signature', () => makePdf({ packed: false }, sign)],
  ['it would be too large', 'too_large', '18 MB', large],
  ['it takes too long', 'odd', 'Export the PDF again', makePdf, 1],
  ['it is read as another', 'odd', 'Export the PDF again', () => makePdf({ pages: 3 })],
])('a file stays as it is where %s', async (_why, refusal, words, make, withinMs = 30_000) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const file = { bytes: await make(), findings: FINDINGS };
  const { stamp, bytes } = await prepare(file, Date.now() + withinMs);
  expect(stamp).toEqual({ refusal });
  // `toContain` would put 18 MB into words first.
  expect(bytes === file.bytes).toBe(true);
  expect(stampWords({ stamp })).toMatch(/^Copies go out without their order number: /);
  expect(stampWords({ stamp })).toContain(words);
});
