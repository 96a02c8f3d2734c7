import { deflateSync } from 'node:zlib';
import { PDFDocument } from '@cantoo/pdf-lib';

const LETTER: [number, number] = [612, 792];

export type PdfOptions = {
  readonly pages?: number;
  readonly title?: string;
  /** Whether most objects are packed in streams, as in newer files. */
  readonly packed?: boolean;
};

/** Marks a file as signed, so that it gets no order number. Works only with `packed: false`. */
export const sign = ({ context }: PDFDocument): unknown =>
  context.register(context.obj({ ByteRange: [0, 1, 2, 3] }));

/** Makes a PDF with blank pages. */
export const makePdf = async (
  { pages = 1, title = 'A guide', packed = true }: PdfOptions = {},
  change: (document: PDFDocument) => unknown = () => {},
): Promise<Uint8Array<ArrayBuffer>> => {
  const document = await PDFDocument.create();
  document.setTitle(title);
  for (let page = 0; page < pages; page += 1) document.addPage(LETTER);
  await change(document);
  return new Uint8Array(await document.save({ useObjectStreams: packed }));
};

const PAGE = `1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>
endobj`;

/** Makes a one-page PDF that also contains these objects, in PDF syntax. */
export const pdfWith = (objects: string): Uint8Array<ArrayBuffer> => {
  const end = 'trailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF';
  return new Uint8Array(Buffer.from(`%PDF-1.7\n${PAGE}\n${objects}\n${end}`, 'latin1'));
};

/** Makes a small PDF that unpacks to this many megabytes. */
export const bomb = (megabytes: number): Uint8Array<ArrayBuffer> => {
  const packed = deflateSync(Buffer.alloc(megabytes * 1_000_000), { level: 1 });
  const entries = `/Type /ObjStm /N 1 /First 9 /Filter /FlateDecode /Length ${packed.byteLength}`;
  const stream = `<< ${entries} >>\nstream\n${packed.toString('latin1')}\nendstream`;
  return pdfWith(`4 0 obj\n${stream}\nendobj`);
};
