import { PDFDocument } from '@cantoo/pdf-lib';

const LETTER: [number, number] = [612, 792];

export type PdfOptions = {
  readonly pages?: number;
  readonly title?: string;
  /** Newer files keep most objects packed in streams. */
  readonly packed?: boolean;
};

/** Has the sign of a signature in a file, which is kept as it is then: to be told with `packed: false`. */
export const sign = ({ context }: PDFDocument): unknown =>
  context.register(context.obj({ ByteRange: [0, 1, 2, 3] }));

/** A PDF without words, as the library writes it, so that it is new to the check each time. */
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
