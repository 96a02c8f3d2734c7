import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { copiesNote } from '../../netlify/admin/copies-note.ts';
import { preparePdf } from '../../netlify/guides/prepare-pdf.ts';
import { checkPdf } from '../../netlify/guides/check-pdf.ts';
import { MAX_GUIDE_BYTES, refuseFileName, refuseSize } from '../../src/contract/guide-pdf.ts';
import { byDepth } from '../depth.ts';
import { makePdf, sign } from '../shop/pdfs.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Make = () => Promise<Bytes> | Bytes;

const text = (words: string) => (): Bytes => new Uint8Array(Buffer.from(words, 'latin1'));
const tree = (pages: string) => {
  const objects = `1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n${pages}\nendobj`;
  return text(`%PDF-1.7\n${objects}\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF`);
};
const cut = (share: number, isPacked: boolean) => async () => {
  const bytes = await makePdf({ pages: 20, packed: isPacked });
  return bytes.slice(0, Math.floor(share * bytes.byteLength));
};
const cutAddition = async () => {
  const bytes = await makePdf({ packed: false });
  const document = await PDFDocument.load(bytes, { forIncrementalUpdate: true });
  for (let page = 0; page < 20; page += 1) document.addPage();
  return new Uint8Array(await document.save({ useObjectStreams: false })).slice(0, -500);
};
const locked = (passwords: { userPassword?: string; ownerPassword: string }) => () =>
  makePdf({ packed: 'userPassword' in passwords }, (document) => document.encrypt(passwords));

/** A copy that was saved by another program: its bytes differ, but not the names in it. */
const withOrderLine = (): Promise<Bytes> =>
  makePdf({}, (document) => {
    const { context } = document;
    const drawing = context.stream('0 0 9 9 re f', { Subtype: 'Form', BBox: [0, 0, 9, 9] });
    document.getPage(0).node.setXObject(PDFName.of('OrderLine'), context.register(drawing));
  });

const HTML = '%PDF-1.7\n<html><script>alert(1)</script></html>\nstartxref\n9\n%%EOF';
const TOO_LARGE = 'The file is 18.1 MB. A guide can be up to 18 MB.';
const NO_END = 'end of the PDF is missing';

/** Files that no buyer may ever get. */
test.each<[what: string, code: string, says: string, make: Make]>([
  ['a text', 'file_not_pdf', 'Please upload a PDF file.', text('Money-Smart Kids')],
  ['an empty file', 'file_empty', 'empty', text('')],
  ['18 MiB and one byte', 'file_too_large', TOO_LARGE, () => new Uint8Array(MAX_GUIDE_BYTES + 1)],
  ['HTML with header and end of a PDF', 'pdf_broken', 'export it again', text(HTML)],
  ['no pages', 'pdf_broken', 'again', tree('<< /Type /Pages /Kids [] /Count 0 >>')],
  ['pages in a circle', 'pdf_broken', 'again', tree('<< /Type /Pages /Kids [2 0 R] >>')],
  ['a PDF cut off at 30 %', 'pdf_broken', NO_END, cut(0.3, true)],
  ['a PDF cut off at 90 %', 'pdf_broken', NO_END, cut(0.9, false)],
  ['a PDF cut off in a later addition', 'pdf_broken', NO_END, cutAddition],
  ['encryption', 'pdf_encrypted', 'protected', locked({ userPassword: 'a', ownerPassword: 'b' })],
  ['an order line', 'pdf_from_shop', 'exported yourself', withOrderLine],
  ['a lock against changes', 'pdf_encrypted', 'protected', locked({ ownerPassword: 'b' })],
])('a file with %s is refused as %s: %s', async (_what, code, says, make) => {
  const refusal = { code, reason: expect.stringContaining(says) };
  expect(await preparePdf(await make(), true)).toEqual({ refusal });
});

test('a file with an order line is refused even if the shop adds none', async () => {
  const refusal = expect.objectContaining({ code: 'pdf_from_shop' });
  expect(await preparePdf(await withOrderLine(), false)).toEqual({ refusal });
});

test.each([
  [1019, true],
  [1020, false],
])('a PDF whose head follows %i other bytes is taken: %s', async (length, isTaken) => {
  const bytes = Buffer.concat([Buffer.alloc(length, ' '), await makePdf()]);
  expect('pages' in (await checkPdf(new Uint8Array(bytes)))).toBe(isTaken);
});

const filled = (length: number): Promise<Bytes> =>
  makePdf({ packed: false }, ({ context }) =>
    context.register(context.stream(new Uint8Array(length))),
  );
const ofMostBytes = async (): Promise<Bytes> => {
  const least = MAX_GUIDE_BYTES - 5000;
  return filled(least + MAX_GUIDE_BYTES - (await filled(least)).byteLength);
};
const withDamagedPage = (): Promise<Bytes> =>
  makePdf({}, (document) => {
    document.getPage(0).node.set(PDFName.Resources, document.context.obj(1));
  });

type Row = [why: string, bare: string | null, words: string, make: () => Promise<Bytes>];

test.each<Row>([
  ['it is signed', 'signed', 'digital signature', () => makePdf({ packed: false }, sign)],
  // Adding a line to 18 MB takes seconds.
  ...byDepth<Row[]>([], [['it has exactly 18 MiB', 'too_large', '18 MB', ofMostBytes]]),
  ['a page’s resources are damaged', 'changed', 'Export the PDF again', withDamagedPage],
  ['the shop adds no line', null, '', makePdf],
])('a file is sold as it is if %s', async (_why, bare, words, make) => {
  const bytes = await make();
  const prepared = await preparePdf(bytes, bare !== null);
  expect(prepared).toMatchObject({ upload: { pages: 1, size: bytes.byteLength } });
  expect(prepared).not.toHaveProperty('line');
  // `toContain` would print 18 MB first.
  expect('bytes' in prepared && prepared.bytes === bytes).toBe(true);
  if (bare === null) return;
  expect(prepared).toMatchObject({ bare });
  expect('bare' in prepared ? copiesNote(prepared) : '').toContain(words);
});

test('a damaged file is refused or taken, without an error', async () => {
  const whole = await makePdf({ pages: 3, packed: false });
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const change = fc.record({ at: share, byte: fc.nat(255) });
  const changes = fc.array(change, { minLength: 1, maxLength: 20 });
  const damaged = fc.asyncProperty(changes, fc.option(share), async (flips, part) => {
    const bytes = whole.slice(0, Math.floor((part ?? 1) * whole.byteLength));
    for (const { at, byte } of flips) bytes[Math.floor(at * bytes.byteLength)] = byte;
    const checked = await checkPdf(bytes);
    expect('pages' in checked || checked.refusal.reason.length > 10).toBe(true);
  });
  await fc.assert(damaged, { numRuns: byDepth(10, 300) });
});

test.each([
  ['200 characters', `${'x'.repeat(196)}.pdf`, true],
  ['201 characters', `${'x'.repeat(197)}.pdf`, false],
  ['a way up of Windows', '..\\guide.pdf', false],
  ['a mark that turns what follows around', 'guide\u202efdp.exe', false],
  ['nothing but a blank', ' ', false],
])('a file of the largest size with %s in its name is taken: %s', (_what, name, isTaken) => {
  expect(refuseSize(MAX_GUIDE_BYTES)).toBeNull();
  expect(refuseFileName(name)?.code).toBe(isTaken ? undefined : 'file_name_invalid');
});
