import { PDFDocument } from '@cantoo/pdf-lib';
import type { ProblemCode } from '../../src/contract/problem.ts';
import { makePdf } from '../shop/pdfs.ts';
import { type RawObject, rawPdf } from './raw-pdf.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type Make = () => Promise<Bytes> | Bytes;

type BadFile = {
  readonly what: string;
  readonly code: ProblemCode;
  readonly says: string;
  readonly bytes: Make;
};

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
    'a PDF cut off in a later addition': async () => {
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
