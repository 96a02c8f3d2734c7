import { packed, rawPdf, withPage, type RawObject } from './raw-pdf.ts';

/** Honest files that not every reader of PDFs takes. Each has one page, black at its lower left. */
export type OddFile = { readonly what: string; readonly bytes: () => Uint8Array<ArrayBuffer> };

const BLACK = '0 g 0 0 300 300 re f';

const written = (filter: string, data: Uint8Array | string): RawObject[] =>
  withPage('/Contents 4 0 R', { dict: `/Filter ${filter}`, data: Buffer.from(data) });

const plain = written('[]', BLACK);

const picture = (dict: string, data: Uint8Array): RawObject[] =>
  withPage(
    '/Resources << /XObject << /P 4 0 R >> >> /Contents 5 0 R',
    { dict: `/Subtype /Image ${dict}`, data },
    packed('612 0 0 792 0 0 cm /P Do'),
  );

/** Codes of nine bits: begin, each letter by itself, end. */
const lzw = (text: string): Uint8Array => {
  const codes = [256, ...Buffer.from(text), 257];
  const bits = codes.map((code) => code.toString(2).padStart(9, '0')).join('');
  const bytes = bits.match(/.{1,8}/g) ?? [];
  return Uint8Array.from(bytes, (byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
};

/** Of 4 by 4: a page that begins all black, and nothing drawn on it (ITU-T T.88, 7.4.8). */
const JBIG2 = '000000003000010000001300000004000000040000000000000000040000';

/** Of 8 by 8, all black, as OpenJPEG writes it. */
const JPEG_2000 =
  '/0//UQApAAAAAAAIAAAACAAAAAAAAAAAAAAACAAAAAgAAAAAAAAAAAABBwEB/1IADAAAAAEAAAQEAAH/XAAEQED/ZAAlAAFDcmVhdGVkIGJ5IE9wZW5KUEVHIHZlcnNpb24gMi41LjD/kAAKAAAAAAAWAAH/k9+AKBFQVKNv/9k=';

const odd = (
  what: string,
  objects: () => RawObject[],
  ends: Parameters<typeof rawPdf>[1] = {},
): OddFile => ({ what, bytes: () => rawPdf(objects(), ends) });

const link = (action: string) =>
  `<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << ${action} >> >>`;

export const ODD_FILES: readonly OddFile[] = [
  odd('PDF 1.3', () => plain, { head: '%PDF-1.3\n' }),
  odd('a mark of its encoding at the beginning', () => plain, { head: '\xef\xbb\xbf%PDF-1.7\n' }),
  odd('lines before it', () => plain, { head: 'HTTP 200\r\n\r\n%PDF-1.7\n' }),
  odd('words behind its end', () => plain, { tail: '<!-- saved -->\n' }),
  odd('more behind its end than readers look at', () => plain, { tail: '\0'.repeat(10_000) }),
  odd('text in ASCII85', () => written('/ASCII85Decode', '0Hb!N0H`%l1GCL*1GCL*Eb-A*~>')),
  odd('text in LZW', () => written('/LZWDecode', lzw(BLACK))),
  odd('text packed twice', () =>
    written('[/FlateDecode /FlateDecode]', packed(packed(BLACK).data).data),
  ),
  odd('a page scanned at 720 dpi', () => {
    const size = '/Width 6120 /Height 7920 /BitsPerComponent 8 /ColorSpace /DeviceGray';
    const { dict, data } = packed(Buffer.alloc(6120 * 7920), size);
    return picture(dict, data);
  }),
  odd('a picture in JBIG2', () => {
    const dict = '/Filter /JBIG2Decode /Width 4 /Height 4 /BitsPerComponent 1';
    return picture(`${dict} /ColorSpace /DeviceGray`, Buffer.from(JBIG2, 'hex'));
  }),
  odd('a picture in JPEG 2000', () =>
    picture('/Filter /JPXDecode /Width 8 /Height 8', Buffer.from(JPEG_2000, 'base64')),
  ),
  odd(
    'a trailer of LibreOffice, and the words of one on its page',
    () => {
      const words = `BT (trailer << /AdditionalStreams [/a 4 0 R] >> startxref 9 %%EOF) Tj ET ${BLACK}`;
      return withPage('/Contents 4 0 R', {
        dict: '/Title (/AdditionalStreams)',
        data: Buffer.from(words),
      });
    },
    { trailer: '/DocChecksum /0A1B /ID [<0A1B> (\\(>>)]' },
  ),
  odd('links, to another file too', () => {
    const address = link('/S /URI /URI (https://x.example)');
    const file = link('/S /GoToR /F (other.pdf) /D [0 /Fit]');
    return withPage('/Annots [5 0 R 6 0 R] /Contents 4 0 R', packed(BLACK), address, file);
  }),
];
