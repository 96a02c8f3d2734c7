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
  /** Breaks a headline into lines of about the same length. */
  readonly balance?: boolean;
};

/** The room for a text. What does not fit into `height` even when shrunk is cut with an ellipsis. */
export type Room = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** What a text is to a screen reader. */
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

/** The same style, as much smaller as the room needs. */
function shrunk(doc: TaggedPdf, text: string, style: Style, room: Room): Style {
  const size = Math.max(style.size - 0.5, SMALLEST);
  const fits = heightOf(doc, text, style, room.width) <= room.height;
  return fits || size === style.size ? style : shrunk(doc, text, { ...style, size }, room);
}

/** The narrowest room in which the text has no more lines than in the one given. */
function balanced(doc: TaggedPdf, text: string, style: Style, room: Room): Room {
  const height = heightOf(doc, text, style, room.width);
  // Narrower than a word, and pdfkit would break the word.
  const longestWord = Math.max(...text.split(/\s/).map((word) => widthOf(doc, word, style)));
  let [tooNarrow, width] = [Math.min(longestWord, room.width) + 1, room.width];
  while (width - tooNarrow > 2) {
    const middle = (tooNarrow + width) / 2;
    if (heightOf(doc, text, style, middle) > height) tooNarrow = middle;
    else width = middle;
  }
  const shift = style.align === 'center' ? (room.width - width) / 2 : 0;
  return { ...room, x: room.x + shift, width };
}

/** Writes what decorates, inside `decorate`. Answers where it ends. */
export function drawText(doc: TaggedPdf, text: string, style: Style, room: Room): number {
  const fitting = shrunk(doc, text, style, room);
  const needed = heightOf(doc, text, fitting, room.width);
  // Less than a line would make pdfkit begin another page.
  const height = Math.max(room.height, doc.pdf.currentLineHeight(true));
  const { x, y, width } = style.balance ? balanced(doc, text, fitting, room) : room;
  doc.pdf.fillColor(fitting.color).text(text, x, y, {
    ...options(fitting),
    width,
    // Given a height, pdfkit puts an ellipsis even behind a last line that fits.
    ...(needed > height && { height, ellipsis: true }),
  });
  return y + Math.min(needed, height);
}

/** Writes a text for readers and screen readers. Answers where it ends. */
export function write(doc: TaggedPdf, tag: Tag, text: string, style: Style, room: Room): number {
  let end = room.y;
  const element = doc.pdf.struct(tag, {}, () => (end = drawText(doc, text, style, room)));
  doc.root.add(element);
  return end;
}

const PAIR_HEADING: Style = { font: 'serif', size: 16, color: INK };
const PAIR_TEXT: Style = { font: 'sans', size: 12, color: QUIET };
const PAIR_HEADING_HEIGHT = 22;
/** In a lower room only the heading is written. */
const LOWEST_WITH_TEXT = 38;

/** A short heading with a line or two under it, in the middle of the room's height. */
export function writePair(doc: TaggedPdf, heading: string, text: string, room: Room): void {
  const height = Math.min(PAIR_HEADING_HEIGHT, room.height);
  const below = { ...room, height: room.height - PAIR_HEADING_HEIGHT - 4 };
  const hasText = room.height >= LOWEST_WITH_TEXT;
  const style = shrunk(doc, text, PAIR_TEXT, below);
  const textHeight = hasText ? Math.min(heightOf(doc, text, style, room.width), below.height) : 0;
  const y = room.y + (room.height - height - textHeight) / 2;
  write(doc, 'H2', heading, PAIR_HEADING, { ...room, y, height });
  if (hasText) write(doc, 'P', text, style, { ...below, y: y + height });
}
