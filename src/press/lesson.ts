import { HUES, INK } from '../art/colors.ts';
import { jarOf } from '../art/jar.ts';
import { dialogueHeight, writeDialogue } from './dialogue.ts';
import { type FullLesson, pageOfLesson } from './edition.ts';
import {
  addLeaf,
  bodyStyle,
  type Book,
  drawWindow,
  FLOOR,
  LABEL_STYLE,
  LEFT,
  paragraphHeight,
  RIGHT,
  ruleLines,
  WIDTH,
  writeHead,
} from './leaf.ts';
import { decorate, drawParts, type Press } from './press.ts';
import { type Style, write } from './type.ts';

const JAR_WIDTH = 76;
const BOX_PAD = 18;
const GAP = 22;
const SIZES = [13.5, 13, 12.5, 12, 11.5, 11, 10.5, 10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5, 6];

const SUBHEAD: Style = { font: 'serif', size: 17, color: INK };

/** Everything of a lesson but its head, at one size of type. */
function heightsOf(press: Press, lesson: FullLesson, size: number) {
  const read = paragraphHeight(press, lesson.read, size, WIDTH);
  const together = paragraphHeight(press, lesson.together, size, WIDTH - 2 * BOX_PAD);
  const box = together + 2 * BOX_PAD + 24;
  const dialogue = dialogueHeight(press, lesson.script, size);
  return { read, together, box, all: read + GAP + box + GAP + 28 + dialogue };
}

function writeLesson(press: Press, { guide }: Book, lesson: FullLesson, top: number): void {
  const fits = (size: number) => heightsOf(press, lesson, size).all <= FLOOR - top;
  const size = SIZES.find(fits) ?? 6;
  const { read, together, box } = heightsOf(press, lesson, size);
  const hue = HUES[guide.hue];
  write(press, 'P', lesson.read, bodyStyle(size), { x: LEFT, y: top, width: WIDTH, height: read });

  const boxTop = top + read + GAP;
  const inBox = { x: LEFT + BOX_PAD, width: WIDTH - 2 * BOX_PAD };
  decorate(press, (pdf) => pdf.roundedRect(LEFT, boxTop, WIDTH, box, 14).fill(hue.tint));
  const subhead = { ...SUBHEAD, color: hue.deep };
  write(press, 'H2', 'Together', subhead, { ...inBox, y: boxTop + BOX_PAD - 3, height: 24 });
  const textTop = boxTop + BOX_PAD + 24;
  write(press, 'P', lesson.together, bodyStyle(size), { ...inBox, y: textTop, height: together });

  const scriptTop = boxTop + box + GAP;
  const head = { x: LEFT, y: scriptTop, width: WIDTH, height: 24 };
  write(press, 'H2', 'How it may sound', SUBHEAD, head);
  writeDialogue(press, lesson.script, { y: scriptTop + 28, size, hue: guide.hue });
}

const PROMPTS = ['What we talked about', 'What we tried', 'What to ask next time'];

/** Room for a parent's own notes, where the guide itself has the lesson. */
function drawNotes(press: Press, book: Book, top: number): void {
  const label: Style = { ...LABEL_STYLE, color: HUES[book.guide.hue].deep, spacing: 0.2, size: 12 };
  const part = (FLOOR - top) / PROMPTS.length;
  for (const [index, prompt] of PROMPTS.entries()) {
    const isLast = index === PROMPTS.length - 1;
    const room = { x: LEFT, y: top + index * part, width: isLast ? WIDTH - 190 : WIDTH };
    write(press, 'H2', prompt, label, { ...room, height: 18 });
    ruleLines(press, { ...room, y: room.y + 12, height: part - 30 });
  }
  const height = part - 4;
  drawWindow(press, book, { x: RIGHT - 158, y: FLOOR - height + 12, width: 158, height });
}

/** The page of a lesson, in full where the content has it so. */
export function printLesson(press: Press, book: Book, index: number): void {
  const { guide } = book;
  const lesson = index + 1;
  const { title = '', scene = '' } = guide.learn[index] ?? {};
  addLeaf(press, book, pageOfLesson(lesson));
  // The jar of the series: a coin more with every lesson.
  const jar = jarOf(lesson);
  const scale = JAR_WIDTH / 100;
  decorate(press, (pdf) => drawParts(pdf, jar, { x: RIGHT - JAR_WIDTH, y: 52, scale }));
  const eyebrow = `Lesson ${lesson} of ${guide.learn.length}`;
  const words = { eyebrow, heading: title, lead: scene };
  const top = Math.max(writeHead(press, book, words, WIDTH - JAR_WIDTH - 24), 160) + GAP;
  const full = guide.preview.find((candidate) => candidate.lesson === lesson);
  if (full) writeLesson(press, book, full, top);
  else drawNotes(press, book, top);
}
