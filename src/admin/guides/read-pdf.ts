import type * as PdfLib from '@cantoo/pdf-lib';
// oxlint-disable-next-line import/default -- with ?url, the default export is the script's URL
import pdfLibUrl from '../../../node_modules/@cantoo/pdf-lib/dist/pdf-lib.esm.min.js?url&no-inline';

export type ChosenPdf = {
  /** From the PDF's metadata; null if it has no title. */
  readonly title: string | null;
  readonly pages: number;
};

/** Returns null for a file that can't be read. After the upload, the server explains why. */
export async function readPdf(file: File): Promise<ChosenPdf | null> {
  try {
    // The library is large, and only an owner who has chosen a file needs it. It is not bundled,
    // because otherwise every page would wait for one more script.
    const { PDFDocument }: typeof PdfLib = await import(/* @vite-ignore */ pdfLibUrl);
    const document = await PDFDocument.load(await file.arrayBuffer(), { updateMetadata: false });
    return { title: document.getTitle()?.trim() || null, pages: document.getPageCount() };
  } catch {
    return null;
  }
}
