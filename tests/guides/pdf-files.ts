import { PDFDocument, degrees } from '@cantoo/pdf-lib';
import type { ProblemCode } from '../../src/contract/problem.ts';
import { byDepth } from '../depth.ts';
import { makePdf } from '../shop/pdfs.ts';
import {
  ONE_PAGE,
  type RawObject,
  packed,
  rawPdf,
  withCatalog,
  withPage,
  withPicture,
} from './raw-pdf.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Make = () => Promise<Bytes> | Bytes;

type BadFile = {
  readonly what: string;
  readonly code: ProblemCode;
  readonly says: string;
  readonly bytes: Make;
};
export type GoodFile = { readonly what: string; readonly pages: number; readonly bytes: Make };

const MANY = byDepth(50, 300);
const MEBIBYTE = 1024 * 1024;
const text = (words: string): Bytes => new Uint8Array(Buffer.from(words, 'latin1'));

const tree =
  (...objects: RawObject[]) =>
  () =>
    rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', ...objects]);

const cut = (share: number, isPacked: boolean) => async () => {
  const bytes = await makePdf({ pages: 20, packed: isPacked });
  return bytes.slice(0, Math.floor(share * bytes.byteLength));
};

const bad = (code: ProblemCode, says: string, files: Readonly<Record<string, Make>>): BadFile[] =>
  Object.entries(files).map(([what, bytes]) => ({ what, code, says, bytes }));

/** Files that no buyer may ever get, and why. */
export const BAD_FILES: readonly BadFile[] = [
  ...bad('file_not_pdf', 'Please upload a PDF file.', {
    'a renamed PNG': () => text('\x89PNG 7'),
    'a text under the name of a PDF': () => text('Money-Smart Kids'),
  }),
  ...bad('file_empty', 'empty', { 'an empty file': () => new Uint8Array() }),
  ...bad('file_too_large', 'The file is 18.1 MB. A guide can be up to 18 MB.', {
    'a file of 18 MiB and one byte': () => new Uint8Array(18 * MEBIBYTE + 1),
  }),
  ...bad('pdf_broken', 'export it again', {
    'an HTML page with header and end of a PDF': () =>
      text('%PDF-1.7\n<html><script>alert(1)</script></html>\nstartxref\n9\n%%EOF'),
    'a PDF without pages': tree('<< /Type /Pages /Kids [] /Count 0 >>'),
    'a PDF whose pages go round in a circle': tree('<< /Type /Pages /Kids [2 0 R] >>'),
  }),
  ...bad('pdf_broken', 'end of the PDF is missing', {
    'a PDF cut off at 30 %': cut(0.3, true),
    'a PDF cut off at 90 %': cut(0.9, false),
    'a PDF cut off in what was added to it': async () => {
      const bytes = await makePdf({ packed: false });
      const document = await PDFDocument.load(bytes, { forIncrementalUpdate: true });
      for (let page = 0; page < 20; page += 1) document.addPage();
      return new Uint8Array(await document.save({ useObjectStreams: false })).slice(0, -500);
    },
  }),
  ...bad('pdf_encrypted', 'protected', {
    'an encrypted PDF': () =>
      makePdf({}, (document) => document.encrypt({ userPassword: 'a', ownerPassword: 'b' })),
    'a PDF that only its owner may change': () =>
      makePdf({ packed: false }, (document) => document.encrypt({ ownerPassword: 'b' })),
  }),
];

/** A file of one page of these objects. */
export const fileOf = (
  what: string,
  objects: readonly RawObject[],
  ends: Parameters<typeof rawPdf>[1] = {},
): GoodFile => ({ what, pages: 1, bytes: () => rawPdf(objects, ends) });

const plain = withPage('');

const link = (action: string) =>
  `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << ${action} >> >>`;

/** "0 g 0 0 300 300 re f" */
const IN_ASCII85 = {
  dict: '/Filter /ASCII85Decode',
  data: Buffer.from('0Hb!N0H`%l1GCL*1GCL*Eb-A*~>'),
};

const GOING = '<< /S /GoTo /D [3 0 R /Fit] >>';

/** Honest files of one page that not every reader of PDFs takes. */
const ODD_FILES: readonly GoodFile[] = [
  fileOf('a place to begin at', withCatalog('/OpenAction [3 0 R /Fit]')),
  fileOf('an action that goes to one', withCatalog('/OpenAction 4 0 R', GOING)),
  fileOf('a mark of its encoding at the beginning', plain, { head: '\xef\xbb\xbf%PDF-1.3\n' }),
  fileOf('lines before it', plain, { head: 'HTTP 200\r\n\r\n%PDF-1.7\n' }),
  fileOf('words behind its end', plain, { tail: '<!-- saved -->\n' }),
  fileOf('more behind its end than readers look at', plain, { tail: '\0'.repeat(10_000) }),
  fileOf('text in ASCII85', withPage('/Contents 4 0 R', IN_ASCII85)),
  fileOf('a page scanned at 720 dpi', withPicture(6120, 7920, Buffer.alloc(6120 * 7920))),
  fileOf(
    'a trailer of LibreOffice, and the words of one on its page',
    withPage('/Contents 4 0 R', {
      dict: '/Title (/AdditionalStreams)',
      data: Buffer.from('BT (trailer << /AdditionalStreams [/a 4 0 R] >> %%EOF) Tj ET'),
    }),
    { trailer: '/DocChecksum /0A1B /ID [<0A1B> (\\(>>)]' },
  ),
  fileOf(
    'links, to another file too',
    withPage(
      '/Annots [4 0 R 5 0 R]',
      link('/S /URI /URI (https://x.example)'),
      link('/S /GoToR /F (other.pdf) /D [0 /Fit]'),
    ),
  ),
];

const good = (pages: number, files: Readonly<Record<string, Make>>): GoodFile[] =>
  Object.entries(files).map(([what, bytes]) => ({ what, pages, bytes }));

/** Files that the owner may sell, whatever is in them. */
export const GOOD_FILES: readonly GoodFile[] = [
  ...good(1, {
    'a PDF with a form to fill in': () =>
      makePdf({}, (document) => {
        const field = document.getForm().createTextField('savings');
        field.addToPage(document.getPage(0), { x: 50, y: 500 });
      }),
    'a PDF with JavaScript': () =>
      makePdf({}, (document) => document.addJavaScript('greet', 'app.alert(1)')),
    'a PDF with a file attached': () =>
      makePdf({}, (document) => document.attach(text('a,b'), 'sheet.csv')),
    'a PDF that opens an address': () =>
      rawPdf(withCatalog('/OpenAction << /S /URI /URI (https://x.example) >>')),
    'a PDF 2.0': () => rawPdf(ONE_PAGE, { head: '%PDF-2.0\n' }),
    'a rotated page': () => makePdf({}, (document) => document.getPage(0).setRotation(degrees(90))),
    'fonts that are not in the file': () =>
      rawPdf(withPage('/Contents 4 0 R', packed('BT /F 9 Tf (a) Tj ET'))),
  }),
  ...good(7, {
    'a PDF with a table': () => makePdf({ pages: 7, packed: false }),
    'a PDF with its objects in streams': () => makePdf({ pages: 7 }),
  }),
  ...good(MANY, { 'a PDF of many pages': () => makePdf({ pages: MANY }) }),
  ...ODD_FILES,
];
