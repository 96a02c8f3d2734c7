import { HUES, INK } from './art/colors.ts';
import { jarOf } from './art/jar.ts';
import { dialogueHeight, writeDialogue } from './dialogue.ts';
import { type FullLesson, pageOfLesson } from './edition.ts';
import {
  addInnerPage,
  bodyStyle,
  type Book,
  FLOOR,
  LEFT,
  paragraphHeight,
  RIGHT,
  WIDTH,
  writeHead,
} from './inner-page.ts';
import { decorate, drawParts, type TaggedPdf } from './document.ts';
import { type Style, write } from './text.ts';

const JAR_WIDTH = 76;
const BOX_PAD = 18;
/** The space in the box around its text, for padding and a heading. */
const BOX_FRAME = 2 * BOX_PAD + 22;
const GAP = 22;
const SCRIPT_HEAD = 28;
const SMALLEST = 6;
const SIZES = Array.from({ length: 17 }, (_, i) => 14 - i / 2);

const SUBHEAD: Style = { font: 'serif', size: 17, color: INK };

/** A lesson without its head, at one font size. */
function heightsOf(doc: TaggedPdf, lesson: FullLesson, size: number) {
  const read = paragraphHeight(doc, lesson.read, size, WIDTH);
  const together = paragraphHeight(doc, lesson.together, size, WIDTH - 2 * BOX_PAD);
  const box = together + BOX_FRAME;
  const dialogue = dialogueHeight(doc, lesson.script, size);
  return { read, together, all: read + GAP + box + GAP + SCRIPT_HEAD + dialogue };
}

function writeLesson(doc: TaggedPdf, { guide }: Book, lesson: FullLesson, top: number): void {
  const fits = (size: number) => heightsOf(doc, lesson, size).all <= FLOOR - top;
  const size = SIZES.find(fits) ?? SMALLEST;
  const heights = heightsOf(doc, lesson, size);
  // This cuts only texts far longer than the content's schema allows.
  const most = fits(size) ? Number.POSITIVE_INFINITY : (FLOOR - top) * 0.3;
  const read = Math.min(heights.read, most);
  const together = Math.min(heights.together, most);
  const box = together + BOX_FRAME;
  const hue = HUES[guide.hue];
  write(doc, 'P', lesson.read, bodyStyle(size), { x: LEFT, y: top, width: WIDTH, height: read });

  const boxTop = top + read + GAP;
  const inBox = { x: LEFT + BOX_PAD, width: WIDTH - 2 * BOX_PAD };
  decorate(doc, (pdf) => pdf.roundedRect(LEFT, boxTop, WIDTH, box, 14).fill(hue.tint));
  const subhead = { ...SUBHEAD, color: hue.deep };
  write(doc, 'H2', 'Together', subhead, { ...inBox, y: boxTop + BOX_PAD - 4, height: 24 });
  const textTop = boxTop + BOX_PAD + 25;
  write(doc, 'P', lesson.together, bodyStyle(size), { ...inBox, y: textTop, height: together });

  const scriptTop = boxTop + box + GAP;
  const head = { x: LEFT, y: scriptTop, width: WIDTH, height: 24 };
  write(doc, 'H2', 'How it may sound', SUBHEAD, head);
  writeDialogue(doc, lesson.script, { y: scriptTop + SCRIPT_HEAD, size, hue: guide.hue });
}

/** The page of a lesson: in full if the content has the whole lesson, or its head alone. */
export function printLesson(doc: TaggedPdf, book: Book, index: number): void {
  const { guide } = book;
  const lesson = index + 1;
  const { title = '', scene = '' } = guide.learn[index] ?? {};
  addInnerPage(doc, book, pageOfLesson(lesson));
  // The jar fills by one coin with every lesson.
  const jar = jarOf(lesson);
  const scale = JAR_WIDTH / 100;
  decorate(doc, (pdf) => drawParts(pdf, jar, { x: RIGHT - JAR_WIDTH, y: 52, scale }));
  const eyebrow = `Lesson ${lesson} of ${guide.learn.length}`;
  const words = { eyebrow, heading: title, lead: scene };
  const top = Math.max(writeHead(doc, book, words, WIDTH - JAR_WIDTH - 24), 138) + GAP;
  const full = guide.preview.find((candidate) => candidate.lesson === lesson);
  if (full) writeLesson(doc, book, full, top);
}
