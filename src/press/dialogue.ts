import { COIN_TINT, HUES, INK, type Hue } from '../art/colors.ts';
import type { FullLesson } from './edition.ts';
import { LEFT, paragraphHeight, bodyStyle, WIDTH } from './leaf.ts';
import { decorate, type Press } from './press.ts';
import { letter, type Style, widthOf, write } from './type.ts';

type Spoken = { readonly isChild: boolean; readonly text: string };

const WHO = 46;
const LONGEST = WIDTH - 2 * WHO - 40;
const PAD = { x: 13, y: 7 };
const GAP = 7;

/** The lines of a script in order, without those that nobody says. */
function spokenLines(script: FullLesson['script']): Spoken[] {
  return script.flatMap(({ child, you }) => {
    const text = child ?? you;
    return text === undefined ? [] : [{ isChild: child !== undefined, text }];
  });
}

function bubble(press: Press, { text }: Spoken, size: number) {
  const width = Math.min(widthOf(press, text, bodyStyle(size)) + 2, LONGEST);
  return { width, height: paragraphHeight(press, text, size, width) };
}

export function dialogueHeight(press: Press, script: FullLesson['script'], size: number): number {
  const heights = spokenLines(script).map((line) => bubble(press, line, size).height);
  return heights.reduce((sum, height) => sum + height + 2 * PAD.y + GAP, -GAP);
}

/** A conversation as speech: the child on the left, you on the right. */
export function writeDialogue(
  press: Press,
  script: FullLesson['script'],
  { y, size, hue }: { y: number; size: number; hue: Hue },
): void {
  let top = y;
  for (const line of spokenLines(script)) {
    const { width, height } = bubble(press, line, size);
    const outer = { width: width + 2 * PAD.x, height: height + 2 * PAD.y };
    const left = line.isChild ? LEFT + WHO : LEFT + WIDTH - WHO - outer.width;
    const tip = line.isChild ? left - 6 : left + outer.width + 6;
    const edge = line.isChild ? left + 12 : left + outer.width - 12;
    const middle = top + Math.min(outer.height / 2, 15);
    const ground = line.isChild ? COIN_TINT : HUES[hue].tint;
    const who: Style = {
      font: 'bold',
      size: 10.5,
      color: line.isChild ? INK : HUES[hue].deep,
      align: line.isChild ? 'left' : 'right',
    };
    const whoLeft = line.isChild ? LEFT : LEFT + WIDTH - WHO;
    decorate(press, (pdf) => {
      pdf.roundedRect(left, top, outer.width, outer.height, 12).fill(ground);
      pdf.polygon([edge, middle - 5], [tip, middle], [edge, middle + 5]).fill(ground);
    });
    write(press, 'P', line.isChild ? 'Child' : 'You', who, {
      x: whoLeft,
      y: middle - 7,
      width: WHO,
      height: 14,
    });
    const text = { x: left + PAD.x, y: top + PAD.y, width: width + 1, height };
    write(press, 'P', line.text, bodyStyle(size), text);
    top += outer.height + GAP;
  }
}
