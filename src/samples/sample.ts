import { CARD, HUES, INK, LABEL, QUIET } from './art/colors.ts';
import { addCover, drawCover } from './cover.ts';
import { decorate, makePdf, PAGE, type TaggedPdf } from './document.ts';
import {
  addInnerPage,
  type Book,
  CONTENTS_PAGE,
  drawRule,
  type SampleContent,
  FLOOR,
  LEFT,
  pageOfLesson,
  type PrintedGuide,
  type PrintedProduct,
  RIGHT,
  WIDTH,
} from './inner-page.ts';
import { printLesson } from './lesson.ts';
import { heightOf, shrunk, type Style, write } from './text.ts';

export const SAMPLE_MARK = 'SAMPLE. The shop serves its own guide here once one is uploaded.';

const MARK: Style = { font: 'bold', size: 10.5, color: LABEL, align: 'center' };

function printCover(doc: TaggedPdf, product: PrintedProduct, edition: SampleContent): void {
  addCover(doc, drawCover(product, edition));
  write(doc, 'P', SAMPLE_MARK, MARK, {
    x: PAGE.width * 0.14,
    y: PAGE.height - 42,
    width: PAGE.width * 0.76,
    height: 16,
  });
}

const TALLEST_ROW = 53;
/** In a lower row, only the lesson's name is written. */
const LOWEST_WITH_SCENE = 38;

const PAGE_NUMBER: Style = { font: 'serif', size: 13, color: INK, align: 'right' };
const NUMBER: Style = { font: 'bold', size: 12, color: CARD, align: 'center' };
const NAME: Style = { font: 'serif', size: 16, color: INK };
const SCENE: Style = { font: 'sans', size: 12, color: QUIET };
const INSET = 44;

/** One lesson: its number, what happens in it, and its page, centered vertically. */
function writeRow(doc: TaggedPdf, { learn, hue }: Book, index: number, y: number, row: number) {
  const { title = '', scene = '' } = learn[index] ?? {};
  const middle = y + row / 2;
  decorate(doc, (pdf) => {
    if (index > 0) drawRule(pdf, LEFT + INSET, y);
    pdf.circle(LEFT + 13, middle, Math.min(26, row - 4) / 2).fill(HUES[hue].deep);
  });
  const at = { x: LEFT + INSET, width: WIDTH - 2 * INSET };
  const height = Math.min(22, row);
  const below = { ...at, y: 0, height: row - height - 4 };
  const style = shrunk(doc, scene, SCENE, below);
  const hasScene = row >= LOWEST_WITH_SCENE;
  const top = middle - (height + (hasScene ? heightOf(doc, scene, style, at.width) : 0)) / 2;
  const number = { x: LEFT - 4, y: middle - 7.5, width: 34, height: 16 };
  write(doc, 'P', String(index + 1), NUMBER, number);
  write(doc, 'H2', title, NAME, { ...at, y: top, height });
  if (hasScene) write(doc, 'P', scene, style, { ...below, y: top + height });
  const page = { x: RIGHT - 40, y: middle - 9, width: 40, height: 18 };
  write(doc, 'P', String(pageOfLesson(index + 1)), PAGE_NUMBER, page);
}

/** The second page lists every lesson, with what happens in it. */
function printContents(doc: TaggedPdf, book: Book): void {
  const words = { eyebrow: 'What is inside', heading: book.title, lead: book.tagline };
  const top = addInnerPage(doc, book, CONTENTS_PAGE, words) + 18;
  const row = Math.min(TALLEST_ROW, (FLOOR - top) / book.learn.length);
  for (const index of book.learn.keys()) writeRow(doc, book, index, top + index * row, row);
}

/** A cover, the contents, and a page for each lesson. */
function printGuide(doc: TaggedPdf, guide: PrintedGuide, edition: SampleContent): void {
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
 * Makes a PDF in place of a guide that is not uploaded yet, with every page marked as a sample. A
 * guide's product gets that guide, and any other product a cover and every guide.
 */
export function makeSample(
  product: PrintedProduct,
  edition: SampleContent,
): Promise<Uint8Array<ArrayBuffer>> {
  const own = edition.guides.filter((guide) => guide.product.id === product.id);
  return makePdf({ title: `${product.name} (sample)`, author: edition.brand }, (doc) => {
    if (own.length === 0) printCover(doc, product, edition);
    for (const guide of own.length > 0 ? own : edition.guides) printGuide(doc, guide, edition);
  });
}

/**
 * Pages of a guide's PDF to show as pictures: the contents, and the first two lessons that the
 * content has in full. `shows` is read to those who can't see the picture.
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
