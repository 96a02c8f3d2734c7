import type { Box, TaggedPdf } from './document.ts';

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

/** The role of a text for screen readers. */
type Tag = 'H1' | 'H2' | 'P';

/** In points. No text that the schemas of content/ allow needs smaller type. */
const SMALLEST = 6;

/** Sets the font. Returns pdfkit's options for a text of this style. */
function setFont({ pdf }: TaggedPdf, style: Style) {
  const { font, size, lineGap = 0, align = 'left', spacing = 0 } = style;
  pdf.font(font).fontSize(size);
  return { lineGap, align, characterSpacing: spacing };
}

export const heightOf = (doc: TaggedPdf, text: string, style: Style, width: number): number =>
  doc.pdf.heightOfString(text, { ...setFont(doc, style), width });

export const widthOf = (doc: TaggedPdf, text: string, style: Style): number =>
  doc.pdf.widthOfString(text, setFont(doc, style));

/** The style with its font size reduced until the text fits the box. */
export function shrunk(doc: TaggedPdf, text: string, style: Style, box: Box): Style {
  const fits = heightOf(doc, text, style, box.width) <= box.height;
  if (fits || style.size <= SMALLEST) return style;
  return shrunk(doc, text, { ...style, size: Math.max(style.size - 0.5, SMALLEST) }, box);
}

/** The narrowest box in which the text takes no more lines than in the given one. */
function balanced(doc: TaggedPdf, text: string, style: Style, box: Box): Box {
  const height = heightOf(doc, text, style, box.width);
  // pdfkit would break a word that is wider than the box.
  const longestWord = Math.max(...text.split(/\s/).map((word) => widthOf(doc, word, style)));
  let tooNarrow = Math.min(longestWord, box.width) + 1;
  let { width } = box;
  while (width - tooNarrow > 2) {
    const middle = (tooNarrow + width) / 2;
    if (heightOf(doc, text, style, middle) > height) tooNarrow = middle;
    else width = middle;
  }
  const shift = style.align === 'center' ? (box.width - width) / 2 : 0;
  return { ...box, x: box.x + shift, width };
}

/** Writes a text into a box, in smaller type if it does not fit. Returns its end. */
export function write(doc: TaggedPdf, tag: Tag, text: string, style: Style, box: Box): number {
  const fitting = shrunk(doc, text, style, box);
  const { x, y, width } = style.balance ? balanced(doc, text, fitting, box) : box;
  const options = { ...setFont(doc, fitting), width };
  doc.root.add(
    doc.pdf.struct(tag, {}, () => doc.pdf.fillColor(style.color).text(text, x, y, options)),
  );
  return y + doc.pdf.heightOfString(text, options);
}
