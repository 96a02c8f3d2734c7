import { PDFDocument } from '@cantoo/pdf-lib';

const LETTER: [number, number] = [612, 792];

export type PdfOptions = {
  readonly pages?: number;
  readonly title?: string;
  /** Newer files keep most objects packed in streams. */
  readonly packed?: boolean;
};

/** Marks a file as signed, so that it is published without a line. Works only with `packed: false`. */
export const sign = ({ context }: PDFDocument): unknown =>
  context.register(context.obj({ ByteRange: [0, 1, 2, 3] }));

/** A PDF without words. */
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
