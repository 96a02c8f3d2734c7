import { printContents } from './contents.ts';
import { printBundleCover, printCover } from './cover.ts';
import type { Edition, PrintedGuide, PrintedProduct } from './edition.ts';
import type { Book } from './inner-page.ts';
import { printLesson } from './lesson.ts';
import { type TaggedPdf, makePdf } from './document.ts';

export const SAMPLE_MARK = 'SAMPLE. The shop serves its own guide here once one is uploaded.';

/** A cover, the contents, and a page for each lesson. */
function printGuide(doc: TaggedPdf, guide: PrintedGuide, brand: string): void {
  const book: Book = { guide, mark: SAMPLE_MARK };
  printCover(doc, guide, brand, SAMPLE_MARK);
  const bookmark = doc.pdf.outline.addItem(guide.title);
  printContents(doc, book);
  for (const [index, { title }] of guide.learn.entries()) {
    printLesson(doc, book, index);
    bookmark.addItem(title);
  }
}

/**
 * Makes a PDF to stand in for a guide that is not uploaded yet, with every page marked as a sample. A guide's product
 * gets that guide, and any other product a cover and every guide.
 */
export function makeSample(product: PrintedProduct, edition: Edition): Promise<ArrayBuffer> {
  const own = edition.guides.filter((guide) => guide.product.id === product.id);
  const isWhole = own.length === 0;
  return makePdf({ title: `${product.name} (sample)`, author: edition.brand }, (doc) => {
    if (isWhole) printBundleCover(doc, product.name, edition, SAMPLE_MARK);
    for (const guide of isWhole ? edition.guides : own) printGuide(doc, guide, edition.brand);
  });
}
