import { HUES, INK, LEAF, PAPER, QUIET, RULE } from './art/colors.ts';
import { PAGE, type PrintedGuide } from './edition.ts';
import { decorate, drawLine, type TaggedPdf } from './document.ts';
import { heightOf, drawText, type Box, type Style, write } from './text.ts';

/** The text area of an inner page. */
export const LEFT = 72;
export const WIDTH = PAGE.width - LEFT - 60;
export const RIGHT = LEFT + WIDTH;
const TOP = 60;
/** The lowest line of the text, above the foot. */
export const FLOOR = 722;
const FOOT = 744;

const FOOT_STYLE: Style = { font: 'sans', size: 9, color: QUIET };
const NUMBER: Style = { font: 'serif', size: 11, color: INK, align: 'right' };
const HEADING: Style = { font: 'serif', size: 34, color: INK, lineGap: -2, balance: true };
const LEAD: Style = { font: 'sans', size: 15, color: QUIET, lineGap: 3 };

/** What every page of one guide shows. */
export type Book = {
  readonly guide: PrintedGuide;
  /** Printed on each page to say what kind of copy this is. */
  readonly mark: string;
};

/** Adds a page with its foot and the given page number. */
export function addInnerPage(doc: TaggedPdf, { guide, mark }: Book, page: number): void {
  doc.pdf.addPage();
  decorate(doc, (pdf) => {
    pdf.rect(0, 0, PAGE.width, PAGE.height).fill(PAPER);
    pdf.rect(0, 0, 18, PAGE.height).fill(HUES[guide.hue].flat);
    drawLine(pdf, LEFT, RIGHT, FOOT - 10)
      .lineWidth(0.75)
      .stroke(RULE);
    drawText(doc, String(page), NUMBER, { x: RIGHT - 60, y: FOOT - 3, width: 60, height: 16 });
  });
  const line = `${mark}  ·  ${guide.title}, ages ${guide.ages}`;
  write(doc, 'P', line, FOOT_STYLE, { x: LEFT, y: FOOT, width: WIDTH - 70, height: 13 });
}

/** Writes a small line in the guide's hue, the headline, and a sentence under it. Returns their end. */
export function writeHead(
  doc: TaggedPdf,
  { guide }: Book,
  words: { readonly eyebrow: string; readonly heading: string; readonly lead: string },
  width = WIDTH,
): number {
  const eyebrow: Style = { ...LABEL_STYLE, color: HUES[guide.hue].deep };
  const at = (y: number, height: number): Box => ({ x: LEFT, y, width, height });
  write(doc, 'P', words.eyebrow.toUpperCase(), eyebrow, at(TOP, 15));
  const y = write(doc, 'H1', words.heading, HEADING, at(TOP + 18, 82));
  return write(doc, 'P', words.lead, LEAD, at(y + 6, 44));
}

const LABEL_STYLE: Style = { font: 'bold', size: 10.5, color: LEAF, spacing: 0.9 };

export function bodyStyle(size: number): Style {
  return { font: 'sans', size, color: INK, lineGap: size * 0.24 };
}

/** A paragraph of any height. */
export function paragraphHeight(doc: TaggedPdf, text: string, size: number, width: number): number {
  return heightOf(doc, text, bodyStyle(size), width);
}
