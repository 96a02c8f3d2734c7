import { CARD, HUES, INK, QUIET } from './art/colors.ts';
import { decorate, type TaggedPdf } from './document.ts';
import { addInnerPage, type Book, drawRule, FLOOR, LEFT, RIGHT, WIDTH } from './inner-page.ts';
import { heightOf, shrunk, type Style, write } from './text.ts';

/** The page of the contents. Page 1 is the cover. */
export const CONTENTS_PAGE = 2;

/** The page of a lesson. Lessons are numbered from 1. */
export function pageOfLesson(lesson: number): number {
  return CONTENTS_PAGE + lesson;
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
export function printContents(doc: TaggedPdf, book: Book): void {
  const words = { eyebrow: 'What is inside', heading: book.title, lead: book.tagline };
  const top = addInnerPage(doc, book, CONTENTS_PAGE, words) + 18;
  const row = Math.min(TALLEST_ROW, (FLOOR - top) / book.learn.length);
  for (const index of book.learn.keys()) writeRow(doc, book, index, top + index * row, row);
}
