import { LABEL } from './art/colors.ts';
import { CONTENTS_PAGE, pageOfLesson, printContents } from './contents.ts';
import { addCover, coverOf } from './cover.ts';
import { makePdf, PAGE, type TaggedPdf } from './document.ts';
import type { Edition, PrintedGuide, PrintedProduct } from './inner-page.ts';
import { printLesson } from './lesson.ts';
import { type Style, write } from './text.ts';

export const SAMPLE_MARK = 'SAMPLE. The shop serves its own guide here once one is uploaded.';

const MARK: Style = { font: 'bold', size: 10.5, color: LABEL, align: 'center' };

function printCover(doc: TaggedPdf, product: PrintedProduct, edition: Edition): void {
  addCover(doc, coverOf(product, edition));
  write(doc, 'P', SAMPLE_MARK, MARK, {
    x: PAGE.width * 0.14,
    y: PAGE.height - 42,
    width: PAGE.width * 0.76,
    height: 16,
  });
}

/** A cover, the contents, and a page for each lesson. */
function printGuide(doc: TaggedPdf, guide: PrintedGuide, edition: Edition): void {
  const book = { ...guide, mark: SAMPLE_MARK };
  printCover(doc, guide.product, edition);
  const bookmark = doc.pdf.outline.addItem(guide.title);
  printContents(doc, book);
  for (const [index, { title }] of guide.learn.entries()) {
    printLesson(doc, book, index + 1);
    bookmark.addItem(title);
  }
}

/**
 * Makes a PDF in place of a guide that is not uploaded yet, with every page marked as a sample. A guide's product
 * gets that guide, and any other product a cover and every guide.
 */
export function makeSample(
  product: PrintedProduct,
  edition: Edition,
): Promise<Uint8Array<ArrayBuffer>> {
  const own = edition.guides.filter((guide) => guide.product.id === product.id);
  return makePdf({ title: `${product.name} (sample)`, author: edition.brand }, (doc) => {
    if (own.length === 0) printCover(doc, product, edition);
    for (const guide of own.length > 0 ? own : edition.guides) printGuide(doc, guide, edition);
  });
}

/**
 * Pages of a guide's PDF to show as pictures: the contents, and the first two lessons that the content has in full. `shows`
 * is read to those who can't see the picture.
 */
export const pagesToShow = (guide: PrintedGuide) => [
  {
    name: 'contents',
    shows: `Page ${CONTENTS_PAGE}: what is inside, all ${guide.learn.length} lessons`,
    draw: (doc: TaggedPdf) => printContents(doc, guide),
  },
  ...guide.preview
    .slice(0, 2)
    .toSorted((a, b) => a.lesson - b.lesson)
    .map(({ lesson }) => ({
      name: `lesson-${lesson}`,
      shows: `Page ${pageOfLesson(lesson)}: lesson ${lesson}, ${guide.learn[lesson - 1]?.title}`,
      draw: (doc: TaggedPdf) => printLesson(doc, guide, lesson),
    })),
];
