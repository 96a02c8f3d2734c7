import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { copiesNote } from '../../netlify/admin/copies-note.ts';
import { checkPdf } from '../../netlify/guides/check-pdf.ts';
import { preparePdf } from '../../netlify/guides/prepare-pdf.ts';
import { MAX_GUIDE_BYTES, refuseFileName, refuseSize } from '../../src/contract/guide-pdf.ts';
import { byDepth } from '../depth.ts';
import { makePdf, sign } from '../shop/pdfs.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const makeText = (words: string): Bytes => new Uint8Array(Buffer.from(words, 'latin1'));

/** A PDF whose page tree has this root. */
const makeTree = (pages: string): Bytes => {
  const objects = `1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n${pages}\nendobj`;
  return makeText(`%PDF-1.7\n${objects}\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF`);
};

const makeTruncated = async (share: number, packed: boolean): Promise<Bytes> => {
  const bytes = await makePdf({ pages: 20, packed });
  return bytes.slice(0, Math.floor(share * bytes.byteLength));
};

const makeTruncatedUpdate = async (): Promise<Bytes> => {
  const bytes = await makePdf({ packed: false });
  const document = await PDFDocument.load(bytes, { forIncrementalUpdate: true });
  for (let page = 0; page < 20; page += 1) document.addPage();
  return new Uint8Array(await document.save({ useObjectStreams: false })).slice(0, -500);
};

const makeEncrypted = (): Promise<Bytes> =>
  makePdf({}, (document) => document.encrypt({ userPassword: 'a', ownerPassword: 'b' }));

const makeLocked = (): Promise<Bytes> =>
  makePdf({ packed: false }, (document) => document.encrypt({ ownerPassword: 'b' }));

/** A buyer's copy that another program has saved. Its bytes differ, but `OrderLine` remains. */
const makeSavedCopy = (): Promise<Bytes> =>
  makePdf({}, (document) => {
    const { context } = document;
    const drawing = context.stream('0 0 9 9 re f', { Subtype: 'Form', BBox: [0, 0, 9, 9] });
    document.getPage(0).node.setXObject(PDFName.of('OrderLine'), context.register(drawing));
  });

const HTML = '%PDF-1.7\n<html><script>alert(1)</script></html>\nstartxref\n9\n%%EOF';

/** Files that no buyer may ever receive. */
test.each([
  {
    name: 'plain text',
    make: () => makeText('Money-Smart Kids'),
    code: 'file_not_pdf',
    reason: 'Please upload a PDF file.',
  },
  {
    name: 'an empty file',
    make: () => makeText(''),
    code: 'file_empty',
    reason: 'empty',
  },
  {
    name: 'a file of 18 MiB and one byte',
    make: () => new Uint8Array(MAX_GUIDE_BYTES + 1),
    code: 'file_too_large',
    reason: 'The file is 18.1 MB. A guide can be up to 18 MB.',
  },
  {
    name: 'HTML between the header and the end of a PDF',
    make: () => makeText(HTML),
    code: 'pdf_broken',
    reason: 'export it again',
  },
  {
    name: 'a PDF without pages',
    make: () => makeTree('<< /Type /Pages /Kids [] /Count 0 >>'),
    code: 'pdf_broken',
    reason: 'no pages',
  },
  {
    name: 'a circular page tree',
    make: () => makeTree('<< /Type /Pages /Kids [2 0 R] >>'),
    code: 'pdf_broken',
    reason: 'export it again',
  },
  {
    name: 'a PDF cut off at 30%',
    make: () => makeTruncated(0.3, true),
    code: 'pdf_broken',
    reason: 'end of the PDF is missing',
  },
  {
    name: 'a PDF cut off at 90%',
    make: () => makeTruncated(0.9, false),
    code: 'pdf_broken',
    reason: 'end of the PDF is missing',
  },
  {
    name: 'a PDF cut off in an appended update',
    make: makeTruncatedUpdate,
    code: 'pdf_broken',
    reason: 'end of the PDF is missing',
  },
  {
    name: 'a PDF with a password',
    make: makeEncrypted,
    code: 'pdf_encrypted',
    reason: 'protected',
  },
  {
    name: 'a PDF locked against changes',
    make: makeLocked,
    code: 'pdf_encrypted',
    reason: 'protected',
  },
  {
    name: 'a buyer’s copy that another program has saved',
    make: makeSavedCopy,
    code: 'pdf_from_shop',
    reason: 'exported yourself',
  },
])('refuses $name with the code $code', async ({ make, code, reason }) => {
  const refusal = { code, reason: expect.stringContaining(reason) };
  expect(await preparePdf(await make(), true)).toEqual({ refusal });
});

test('refuses a buyer’s copy even if the shop adds no order numbers', async () => {
  const refusal = expect.objectContaining({ code: 'pdf_from_shop' });
  expect(await preparePdf(await makeSavedCopy(), false)).toEqual({ refusal });
});

const makeWithBlanksBefore = async (blanks: number): Promise<Bytes> =>
  new Uint8Array(Buffer.concat([Buffer.alloc(blanks, ' '), await makePdf()]));

// The header has 5 bytes, and readers look for it in the first 1024.
test('accepts a PDF whose header follows 1019 other bytes', async () => {
  expect(await checkPdf(await makeWithBlanksBefore(1019))).toMatchObject({ pages: 1 });
});

test('refuses a PDF whose header follows 1020 other bytes', async () => {
  const refusal = expect.objectContaining({ code: 'file_not_pdf' });
  expect(await checkPdf(await makeWithBlanksBefore(1020))).toEqual({ refusal });
});

const makeFilled = (length: number): Promise<Bytes> =>
  makePdf({ packed: false }, ({ context }) =>
    context.register(context.stream(new Uint8Array(length))),
  );

const makeLargest = async (): Promise<Bytes> => {
  const filling = MAX_GUIDE_BYTES - 5000;
  const missing = MAX_GUIDE_BYTES - (await makeFilled(filling)).byteLength;
  return makeFilled(filling + missing);
};

const makeWithDamagedPage = (): Promise<Bytes> =>
  makePdf({}, (document) => {
    document.getPage(0).node.set(PDFName.Resources, document.context.obj(1));
  });

const SIGNED = {
  name: 'a signed file',
  make: () => makePdf({ packed: false }, sign),
  bare: 'signed',
  note: 'digital signature',
};
const DAMAGED = {
  name: 'a file with damaged page resources',
  make: makeWithDamagedPage,
  bare: 'changed',
  note: 'Export the PDF again',
};
const LARGEST = {
  name: 'a file of exactly 18 MiB',
  make: makeLargest,
  bare: 'too_large',
  note: '18 MB',
};

const expectUnchanged = (prepared: Awaited<ReturnType<typeof preparePdf>>, bytes: Bytes): void => {
  if ('refusal' in prepared) throw new Error(prepared.refusal.reason);
  expect(prepared).not.toHaveProperty('line');
  expect(prepared.upload).toMatchObject({ pages: 1, size: bytes.byteLength });
  // `toEqual` would print up to 18 MB.
  expect(prepared.bytes === bytes).toBe(true);
};

// Adding a line to 18 MB takes seconds.
const WITHOUT_LINE = byDepth([SIGNED, DAMAGED], [SIGNED, DAMAGED, LARGEST]);

test.each(WITHOUT_LINE)('leaves $name unchanged', async ({ make }) => {
  const bytes = await make();
  expectUnchanged(await preparePdf(bytes, true), bytes);
});

test.each(WITHOUT_LINE)(
  'explains to the owner why $name gets no order number',
  async ({ make, bare, note }) => {
    const prepared = await preparePdf(await make(), true);
    expect(prepared).toMatchObject({ bare });
    expect('bare' in prepared ? copiesNote(prepared) : '').toContain(note);
  },
);

test('leaves a file unchanged without giving a reason if the shop adds no order numbers', async () => {
  const bytes = await makePdf();
  const prepared = await preparePdf(bytes, false);
  expectUnchanged(prepared, bytes);
  expect(prepared).not.toHaveProperty('bare');
});

test('accepts or refuses any damaged file without throwing an error', async () => {
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

test('accepts a file of exactly 18 MiB', () => {
  expect(refuseSize(18 * 1024 * 1024)).toBeNull();
});

test('accepts a file name of 200 characters', () => {
  expect(refuseFileName(`${'x'.repeat(196)}.pdf`)).toBeNull();
});

test.each([
  { name: 'of 201 characters', fileName: `${'x'.repeat(197)}.pdf` },
  { name: 'with a slash', fileName: 'guides/guide.pdf' },
  { name: 'with a backslash', fileName: '..\\guide.pdf' },
  { name: 'with a character that reverses the following text', fileName: 'guide\u202efdp.exe' },
  { name: 'that consists of a space', fileName: ' ' },
])('refuses a file name $name', ({ fileName }) => {
  expect(refuseFileName(fileName)?.code).toBe('file_name_invalid');
});
