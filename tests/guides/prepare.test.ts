import { expect, test } from 'vitest';
import { copiesWords } from '../../netlify/guides/guide-files.ts';
import { preparePdf } from '../../netlify/guides/prepare-pdf.ts';
import { MAX_GUIDE_BYTES } from '../../src/contract/guide-pdf.ts';
import { makePdf, sign } from '../shop/pdfs.ts';
import { GOOD_FILES, pdfOfSize } from './pdf-files.ts';
import { packed, rawPdf, withPage } from './raw-pdf.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Row = [why: string, bare: string, words: string, make: () => Bytes | Promise<Bytes>];

const withOtherLine = () => {
  const drawing = packed('0 0 9 9 re f', '/Subtype /Form /BBox [0 0 9 9]');
  return rawPdf(withPage('/Resources << /XObject << /OrderLine 4 0 R >> >>', drawing));
};

test.each<Row>([
  ['it is signed', 'signed', 'digital signature', () => makePdf({ packed: false }, sign)],
  ['it would be too large', 'too_large', '18 MB', () => pdfOfSize(MAX_GUIDE_BYTES)],
  ['it would be changed', 'changed', 'Export the PDF again', withOtherLine],
])('a file is sold as it is if with the line %s', async (_why, bare, words, make) => {
  const bytes = await make();
  const prepared = await preparePdf(bytes, true);
  expect(prepared).toMatchObject({ bare, upload: { pages: 1, size: bytes.byteLength } });
  // `toContain` would put 18 MB into words first.
  expect('bytes' in prepared && prepared.bytes === bytes).toBe(true);
  const says = 'bare' in prepared ? copiesWords(prepared) : '';
  expect(says).toMatch(/^Copies go out without their order number: /);
  expect(says).toContain(words);
});

const LINED = GOOD_FILES.filter(({ what }) => !/signed|18 MiB/.test(what));

test.each(LINED)('$what gets room for the line', async ({ bytes, pages }) => {
  const prepared = await preparePdf(await bytes(), true);
  expect(prepared).toMatchObject({ upload: { pages }, line: { length: 64 } });
});

test('a shop that adds no line keeps the file as it is', async () => {
  const bytes = await makePdf();
  const prepared = await preparePdf(bytes, false);
  expect(prepared).not.toHaveProperty('line');
  expect('bytes' in prepared && prepared.bytes === bytes).toBe(true);
});
