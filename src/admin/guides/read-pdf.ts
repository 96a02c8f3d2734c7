export type ChosenPdf = {
  /** In the PDF's metadata; null if it has none. */
  readonly title: string | null;
  readonly pages: number;
};

/** Returns null for a file that can't be read. The server says why when it is uploaded. */
export async function readPdf(file: File): Promise<ChosenPdf | null> {
  try {
    // The library is large, and only an owner who has chosen a file needs it.
    const { PDFDocument } = await import('@cantoo/pdf-lib');
    const document = await PDFDocument.load(await file.arrayBuffer(), { updateMetadata: false });
    return { title: document.getTitle()?.trim() || null, pages: document.getPageCount() };
  } catch {
    return null;
  }
}
