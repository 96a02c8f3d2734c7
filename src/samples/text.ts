import { INK, QUIET } from './art/colors.ts';
import type { TaggedPdf } from './document.ts';

export type Style = {
  readonly font: 'serif' | 'sans' | 'bold';
  /** In points. */
  readonly size: number;
  readonly color: string;
  readonly lineGap?: number;
  readonly align?: 'left' | 'center' | 'right';
  readonly spacing?: number;
  /** Breaks a headline into lines of similar length. */
  readonly balance?: boolean;
};

/** The box for a text. Text that doesn't fit into `height` even when shrunk is cut with an ellipsis. */
export type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** The role of a text for screen readers. */
export type Tag = 'H1' | 'H2' | 'P' | 'LI';

const SMALLEST = 6;

function setFont({ pdf }: TaggedPdf, { font, size }: Style): void {
  pdf.font(font).fontSize(size);
}

function options({ lineGap = 0, align = 'left', spacing = 0 }: Style) {
  return { lineGap, align, characterSpacing: spacing };
}

export function heightOf(doc: TaggedPdf, text: string, style: Style, width: number): number {
  setFont(doc, style);
  return doc.pdf.heightOfString(text, { ...options(style), width });
}

export function widthOf(doc: TaggedPdf, text: string, style: Style): number {
  setFont(doc, style);
  return doc.pdf.widthOfString(text, options(style));
}

/** The style with its font size reduced until the text fits the box. */
function shrunk(doc: TaggedPdf, text: string, style: Style, box: Box): Style {
  const size = Math.max(style.size - 0.5, SMALLEST);
  const fits = heightOf(doc, text, style, box.width) <= box.height;
  return fits || size === style.size ? style : shrunk(doc, text, { ...style, size }, box);
}

/** The narrowest box in which the text takes no more lines than in the given one. */
function balanced(doc: TaggedPdf, text: string, style: Style, box: Box): Box {
  const height = heightOf(doc, text, style, box.width);
  // pdfkit would break a word that is wider than the box.
  const longestWord = Math.max(...text.split(/\s/).map((word) => widthOf(doc, word, style)));
  let [tooNarrow, width] = [Math.min(longestWord, box.width) + 1, box.width];
  while (width - tooNarrow > 2) {
    const middle = (tooNarrow + width) / 2;
    if (heightOf(doc, text, style, middle) > height) tooNarrow = middle;
    else width = middle;
  }
  const shift = style.align === 'center' ? (box.width - width) / 2 : 0;
  return { ...box, x: box.x + shift, width };
}

/** Draws decorative text, within `decorate`. Returns its end. */
export function drawText(doc: TaggedPdf, text: string, style: Style, box: Box): number {
  const fitting = shrunk(doc, text, style, box);
  const needed = heightOf(doc, text, fitting, box.width);
  // With less than a line of height, pdfkit would start another page.
  const height = Math.max(box.height, doc.pdf.currentLineHeight(true));
  const { x, y, width } = style.balance ? balanced(doc, text, fitting, box) : box;
  doc.pdf.fillColor(fitting.color).text(text, x, y, {
    ...options(fitting),
    width,
    // With a height, pdfkit adds an ellipsis even to a last line that fits.
    ...(needed > height && { height, ellipsis: true }),
  });
  return y + Math.min(needed, height);
}

/** Writes a text that screen readers read too. Returns its end. */
export function write(doc: TaggedPdf, tag: Tag, text: string, style: Style, box: Box): number {
  let end = box.y;
  const element = doc.pdf.struct(tag, {}, () => (end = drawText(doc, text, style, box)));
  doc.root.add(element);
  return end;
}

const PAIR_HEADING: Style = { font: 'serif', size: 16, color: INK };
const PAIR_TEXT: Style = { font: 'sans', size: 12, color: QUIET };
const PAIR_HEADING_HEIGHT = 22;
/** In a lower box, only the heading is written. */
const LOWEST_WITH_TEXT = 38;

/** A short heading with a line or two under it, centered vertically in the box. */
export function writePair(doc: TaggedPdf, heading: string, text: string, box: Box): void {
  const height = Math.min(PAIR_HEADING_HEIGHT, box.height);
  const below = { ...box, height: box.height - PAIR_HEADING_HEIGHT - 4 };
  const hasText = box.height >= LOWEST_WITH_TEXT;
  const style = shrunk(doc, text, PAIR_TEXT, below);
  const textHeight = hasText ? Math.min(heightOf(doc, text, style, box.width), below.height) : 0;
  const y = box.y + (box.height - height - textHeight) / 2;
  write(doc, 'H2', heading, PAIR_HEADING, { ...box, y, height });
  if (hasText) write(doc, 'P', text, style, { ...below, y: y + height });
}
