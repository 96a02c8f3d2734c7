import type { Press } from './document.ts';

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

function setFont({ pdf }: Press, { font, size }: Style): void {
  pdf.font(font).fontSize(size);
}

function options({ lineGap = 0, align = 'left', spacing = 0 }: Style) {
  return { lineGap, align, characterSpacing: spacing };
}

export function heightOf(press: Press, text: string, style: Style, width: number): number {
  setFont(press, style);
  return press.pdf.heightOfString(text, { ...options(style), width });
}

export function widthOf(press: Press, text: string, style: Style): number {
  setFont(press, style);
  return press.pdf.widthOfString(text, options(style));
}

/** The same style, as much smaller as the room needs. */
export function shrunk(press: Press, text: string, style: Style, room: Room): Style {
  const size = Math.max(style.size - 0.5, SMALLEST);
  const fits = heightOf(press, text, style, room.width) <= room.height;
  return fits || size === style.size ? style : shrunk(press, text, { ...style, size }, room);
}

/** The narrowest room in which the text has no more lines than in the one given. */
function balanced(press: Press, text: string, style: Style, room: Room): Room {
  const height = heightOf(press, text, style, room.width);
  // Narrower than a word, and pdfkit would break the word.
  const longestWord = Math.max(...text.split(/\s/).map((word) => widthOf(press, word, style)));
  let [tooNarrow, width] = [Math.min(longestWord, room.width) + 1, room.width];
  while (width - tooNarrow > 2) {
    const middle = (tooNarrow + width) / 2;
    if (heightOf(press, text, style, middle) > height) tooNarrow = middle;
    else width = middle;
  }
  const shift = style.align === 'center' ? (room.width - width) / 2 : 0;
  return { ...room, x: room.x + shift, width };
}

/** Writes what decorates, inside `decorate`. Answers where it ends. */
export function letter(press: Press, text: string, style: Style, room: Room): number {
  const fitting = shrunk(press, text, style, room);
  const needed = heightOf(press, text, fitting, room.width);
  // Less than a line would make pdfkit begin another page.
  const height = Math.max(room.height, press.pdf.currentLineHeight(true));
  const { x, y, width } = style.balance ? balanced(press, text, fitting, room) : room;
  press.pdf.fillColor(fitting.color).text(text, x, y, {
    ...options(fitting),
    width,
    // Given a height, pdfkit puts an ellipsis even behind a last line that fits.
    ...(needed > height && { height, ellipsis: true }),
  });
  return y + Math.min(needed, height);
}

/** Writes a text for readers and screen readers. Answers where it ends. */
export function write(press: Press, tag: Tag, text: string, style: Style, room: Room): number {
  let end = room.y;
  const element = press.pdf.struct(tag, {}, () => (end = letter(press, text, style, room)));
  press.root.add(element);
  return end;
}
