import { COIN_TINT, HUES, INK, type Hue } from './art/colors.ts';
import type { FullLesson } from './edition.ts';
import { bodyStyle, FLOOR, LEFT, paragraphHeight, WIDTH } from './inner-page.ts';
import { decorate, type TaggedPdf } from './document.ts';
import { type Style, widthOf, write } from './text.ts';

type Spoken = { readonly isChild: boolean; readonly text: string };

const WHO = 46;
const LONGEST = WIDTH - 2 * WHO - 40;
const PAD_X = 13;

/** The space around a line and between two lines. Smaller type needs less. */
function spaceOf(size: number) {
  return { pad: size * 0.54, gap: size * 0.54 };
}

/** The spoken lines of a script, in order. */
function spokenLines(script: FullLesson['script']): Spoken[] {
  return script.flatMap(({ child, you }) => {
    const text = child ?? you;
    return text === undefined ? [] : [{ isChild: child !== undefined, text }];
  });
}

function bubble(doc: TaggedPdf, { text }: Spoken, size: number) {
  const width = Math.min(widthOf(doc, text, bodyStyle(size)) + 2, LONGEST);
  return { width, height: paragraphHeight(doc, text, size, width) };
}

export function dialogueHeight(doc: TaggedPdf, script: FullLesson['script'], size: number): number {
  const heights = spokenLines(script).map((line) => bubble(doc, line, size).height);
  const { pad, gap } = spaceOf(size);
  return heights.reduce((sum, height) => sum + height + 2 * pad + gap, -gap);
}

/** A conversation in speech bubbles, the child on the left and the parent on the right. */
export function writeDialogue(
  doc: TaggedPdf,
  script: FullLesson['script'],
  { y, size, hue }: { y: number; size: number; hue: Hue },
): void {
  const { pad, gap } = spaceOf(size);
  let top = y;
  for (const line of spokenLines(script)) {
    const { width, height } = bubble(doc, line, size);
    const outer = { width: width + 2 * PAD_X, height: height + 2 * pad };
    if (top + outer.height > FLOOR) return;
    const left = line.isChild ? LEFT + WHO : LEFT + WIDTH - WHO - outer.width;
    const tip = line.isChild ? left - 8 : left + outer.width + 8;
    const edge = line.isChild ? left + 12 : left + outer.width - 12;
    const middle = top + Math.min(outer.height / 2, 15);
    const ground = line.isChild ? COIN_TINT : HUES[hue].tint;
    const who: Style = line.isChild
      ? { font: 'bold', size: 10.5, color: INK }
      : { font: 'bold', size: 10.5, color: HUES[hue].deep, align: 'right' };
    decorate(doc, (pdf) => {
      pdf.roundedRect(left, top, outer.width, outer.height, 12).fill(ground);
      pdf.polygon([edge, middle - 7], [tip, middle], [edge, middle + 7]).fill(ground);
    });
    const whoRoom = { x: line.isChild ? LEFT : LEFT + WIDTH - WHO, y: middle - 7 };
    write(doc, 'P', line.isChild ? 'Child' : 'You', who, { ...whoRoom, width: WHO, height: 14 });
    const text = { x: left + PAD_X, y: top + pad, width: width + 1, height };
    write(doc, 'P', line.text, bodyStyle(size), text);
    top += outer.height + gap;
  }
}
