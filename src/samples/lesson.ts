import { COIN_TINT, HUES, type Hue, INK } from './art/colors.ts';
import { jarOf } from './art/drawing.ts';
import { decorate, drawIn, fillArea, type TaggedPdf } from './document.ts';
import { addInnerPage, type Book, FLOOR, LEFT, pageOfLesson, RIGHT, WIDTH } from './inner-page.ts';
import { heightOf, type Style, widthOf, write } from './text.ts';

/** A lesson in full. */
type FullLesson = Book['preview'][number];

/** A part of a page without its place, which depends on the parts above it. */
type Block = { readonly height: number; readonly draw: (y: number) => void };

function bodyStyle(size: number): Style {
  return { font: 'sans', size, color: INK, lineGap: size * 0.24 };
}

/** The room beside the bubbles for the speakers. */
const WHO = 46;
const LONGEST = WIDTH - 2 * WHO - 40;
const BUBBLE_PAD = 13;

/**
 * One line of a conversation in a speech bubble, the child's on the left and the parent's on the
 * right.
 */
function bubble(
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
  const outer = { width: width + 2 * BUBBLE_PAD, height: words.height + 2 * gap };
  const x = isChild ? LEFT + WHO : RIGHT - WHO - outer.width;
  const [edge, tip] = isChild ? [x + 12, x - 8] : [x + outer.width - 12, x + outer.width + 8];
  const color = isChild ? COIN_TINT : HUES[hue].tint;
  const who: Style = { font: 'bold', size: 10.5, color: isChild ? INK : HUES[hue].deep };
  const whoBox = { x: isChild ? LEFT : RIGHT - WHO, width: WHO, height: 14 };
  const draw = (y: number): void => {
    const middle = y + Math.min(outer.height / 2, 15);
    decorate(doc, (pdf) => {
      fillArea(pdf, { ...outer, x, y }, { color, radius: 12 });
      pdf.polygon([edge, middle - 7], [tip, middle], [edge, middle + 7]).fill(color);
    });
    const name: Style = { ...who, align: isChild ? 'left' : 'right' };
    write(doc, 'P', isChild ? 'Child' : 'You', name, { ...whoBox, y: middle - 7 });
    write(doc, 'P', text, style, { ...words, x: x + BUBBLE_PAD, y: y + gap });
  };
  return { height: outer.height + gap, draw };
}

const JAR = { width: 76, height: 84 };
const PAD = 18;
const GAP = 22;
const SUBHEAD: Style = { font: 'serif', size: 17, color: INK };

/** The lesson below its head, with text of this size. */
function blocksOf(doc: TaggedPdf, { hue }: Book, lesson: FullLesson, size: number): Block[] {
  const { read, together, script } = lesson;
  const style = bodyStyle(size);
  const all = { x: LEFT, width: WIDTH };
  const inside = { x: LEFT + PAD, width: WIDTH - 2 * PAD };
  const readBox = { ...all, height: heightOf(doc, read, style, all.width) };
  const togetherBox = { ...inside, height: heightOf(doc, together, style, inside.width) };
  const card = { ...all, height: togetherBox.height + 2 * PAD + 22 };
  const drawCard = (y: number): void => {
    decorate(doc, (pdf) => fillArea(pdf, { ...card, y }, { color: HUES[hue].tint, radius: 14 }));
    const heading = { ...SUBHEAD, color: HUES[hue].deep };
    write(doc, 'H2', 'Together', heading, { ...inside, y: y + PAD - 4, height: 24 });
    write(doc, 'P', together, style, { ...togetherBox, y: y + PAD + 25 });
  };
  const drawHeading = (y: number) =>
    write(doc, 'H2', 'How it may sound', SUBHEAD, { ...all, y, height: 24 });
  return [
    { height: readBox.height + GAP, draw: (y) => write(doc, 'P', read, style, { ...readBox, y }) },
    { height: card.height + GAP, draw: drawCard },
    { height: 28, draw: drawHeading },
    ...script.map((line) => bubble(doc, line, { size, hue })),
  ];
}

/** The blocks in the largest type with which they fit, from 14 points down to 6. */
function fitted(doc: TaggedPdf, book: Book, lesson: FullLesson, room: number, size = 14): Block[] {
  const blocks = blocksOf(doc, book, lesson, size);
  const total = blocks.reduce((sum, { height }) => sum + height, 0);
  if (total <= room || size <= 6) return blocks;
  return fitted(doc, book, lesson, room, size - 0.5);
}

/** The page of a lesson: in full if the content has the whole lesson, or its head alone. */
export function printLesson(doc: TaggedPdf, book: Book, lesson: number): void {
  const { title = '', scene = '' } = book.learn[lesson - 1] ?? {};
  const eyebrow = `Lesson ${lesson} of ${book.learn.length}`;
  const head = { eyebrow, heading: title, lead: scene };
  const end = addInnerPage(doc, book, pageOfLesson(lesson), head, WIDTH - JAR.width - 24);
  // The jar fills by one coin with every lesson.
  const jar = { ...JAR, x: RIGHT - JAR.width, y: 52 };
  decorate(doc, (pdf) => drawIn(pdf, jarOf(lesson), jar));
  const full = book.preview.find((candidate) => candidate.lesson === lesson);
  if (!full) return;
  let y = Math.max(end, 138) + GAP;
  for (const { height, draw } of fitted(doc, book, full, FLOOR - y)) {
    draw(y);
    y += height;
  }
}
