import { CARD, HUES, INK, RULE } from './art/colors.ts';
import { CONTENTS_PAGE, pageOfLesson } from './edition.ts';
import { addInnerPage, type Book, FLOOR, LEFT, RIGHT, WIDTH, writeHead } from './inner-page.ts';
import { drawText, type Style, writePair } from './text.ts';
import { decorate, drawLine, type TaggedPdf } from './document.ts';

const TALLEST_ROW = 53;

const PAGE_NUMBER: Style = { font: 'serif', size: 13, color: INK, align: 'right' };
const NUMBER: Style = { font: 'bold', size: 12, color: CARD, align: 'center' };
const TEXT_LEFT = LEFT + 44;
const TEXT_WIDTH = WIDTH - 44 - 44;

function drawRow(doc: TaggedPdf, book: Book, index: number, y: number, row: number): void {
  const { guide } = book;
  const hue = HUES[guide.hue];
  const size = Math.min(26, row - 4);
  decorate(doc, (pdf) => {
    if (index > 0) drawLine(pdf, TEXT_LEFT, RIGHT, y).lineWidth(0.75).stroke(RULE);
    pdf.circle(LEFT + 13, y + row / 2, size / 2).fill(hue.deep);
    const number = { x: LEFT - 4, y: y + row / 2 - 7.5, width: 34, height: 16 };
    drawText(doc, String(index + 1), NUMBER, number);
    const page = { x: RIGHT - 40, y: y + row / 2 - 9, width: 40, height: 18 };
    drawText(doc, String(pageOfLesson(index + 1)), PAGE_NUMBER, page);
  });
}

/** The second page lists every lesson, with what happens in it. */
export function printContents(doc: TaggedPdf, book: Book): void {
  const { guide } = book;
  addInnerPage(doc, book, CONTENTS_PAGE);
  const words = { eyebrow: 'What is inside', heading: guide.title, lead: guide.tagline };
  const top = writeHead(doc, book, words) + 18;
  const row = Math.min(TALLEST_ROW, (FLOOR - top) / guide.learn.length);
  for (const [index, { title, scene }] of guide.learn.entries()) {
    const y = top + index * row;
    drawRow(doc, book, index, y, row);
    writePair(doc, title, scene, { x: TEXT_LEFT, y, width: TEXT_WIDTH, height: row });
  }
}
