import { COIN_TINT, HUES, type Hue, INK } from './art/colors.ts';
import { decorate, fill, type TaggedPdf } from './document.ts';
import type { FullLesson } from './edition.ts';
import { LEFT, RIGHT, WIDTH } from './inner-page.ts';
import { heightOf, type Style, widthOf, write } from './text.ts';

/** A part of a page without its place, which depends on the parts above it. */
export type Block = { readonly height: number; readonly draw: (y: number) => void };

export function bodyStyle(size: number): Style {
  return { font: 'sans', size, color: INK, lineGap: size * 0.24 };
}

/** The room beside the bubbles for the speakers. */
const WHO = 46;
const LONGEST = WIDTH - 2 * WHO - 40;
const PAD = 13;

/** One line of a conversation in a speech bubble, the child's on the left and the parent's on the right. */
export function bubble(
  doc: TaggedPdf,
  { child, you = '' }: FullLesson['script'][number],
  { size, hue }: { readonly size: number; readonly hue: Hue },
): Block {
  const isChild = child !== undefined;
  const text = child ?? you;
  const style = bodyStyle(size);
  const width = Math.min(widthOf(doc, text, style) + 2, LONGEST);
  const words = { width: width + 1, height: heightOf(doc, text, style, width) };
  // Smaller type needs less space.
  const gap = size * 0.54;
  const outer = { width: width + 2 * PAD, height: words.height + 2 * gap };
  const x = isChild ? LEFT + WHO : RIGHT - WHO - outer.width;
  const [edge, tip] = isChild ? [x + 12, x - 8] : [x + outer.width - 12, x + outer.width + 8];
  const color = isChild ? COIN_TINT : HUES[hue].tint;
  const who: Style = { font: 'bold', size: 10.5, color: isChild ? INK : HUES[hue].deep };
  const whoBox = { x: isChild ? LEFT : RIGHT - WHO, width: WHO, height: 14 };
  const draw = (y: number): void => {
    const middle = y + Math.min(outer.height / 2, 15);
    decorate(doc, (pdf) => {
      fill(pdf, { ...outer, x, y }, { color, radius: 12 });
      pdf.polygon([edge, middle - 7], [tip, middle], [edge, middle + 7]).fill(color);
    });
    const name: Style = { ...who, align: isChild ? 'left' : 'right' };
    write(doc, 'P', isChild ? 'Child' : 'You', name, { ...whoBox, y: middle - 7 });
    write(doc, 'P', text, style, { ...words, x: x + PAD, y: y + gap });
  };
  return { height: outer.height + gap, draw };
}
