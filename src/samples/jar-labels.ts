import { INK, QUIET } from './art/colors.ts';
import { jarOf, type Part } from './art/drawing.ts';
import { addPage, decorate, drawIn, PAGE, type TaggedPdf } from './document.ts';
import { type Style, write } from './text.ts';

const LABELS = [
  { name: 'Spend', hint: 'for things I want now', coins: 4 },
  { name: 'Save', hint: 'for something bigger, later', coins: 9 },
  { name: 'Give', hint: 'for someone else', coins: 2 },
] as const;

/** One label within its cutting line. */
const CUT = { x: 54, width: PAGE.width - 108, height: 195 };
const STEP = 203;

const HEADING: Style = { font: 'serif', size: 30, color: INK };
const NAME: Style = { font: 'serif', size: 66, color: '#fff' };
const HINT: Style = { font: 'sans', size: 14, color: QUIET };
const FOOT: Style = { font: 'sans', size: 10, color: QUIET, align: 'center' };

/** The filled shapes of a picture as outlines, for coloring in. */
const outlined = (parts: readonly Part[], strokeWidth = 1.2): Part[] =>
  parts.flatMap((part) => {
    if ('parts' in part) return { ...part, parts: outlined(part.parts, 1 / part.scale) };
    return part.fill ? { d: part.d, fill: '#fff', stroke: INK, strokeWidth } : [];
  });

/** A label's name is an outline too. */
function drawLabel(doc: TaggedPdf, { name, hint, coins }: (typeof LABELS)[number], y: number) {
  const jar = jarOf(coins);
  const words = { x: CUT.x + 180, width: CUT.width - 200 };
  const nameBox = { ...words, y: y + 37, height: 92 };
  decorate(doc, (pdf) => {
    pdf.roundedRect(CUT.x, y, CUT.width, CUT.height, 18).dash(5, { space: 4 }).stroke(QUIET);
    pdf.undash().lineWidth(1.6).strokeColor(INK);
    pdf.roundedRect(CUT.x + 9, y + 9, CUT.width - 18, CUT.height - 18, 12).stroke();
    const room = { x: CUT.x + 27, y: y + 27, width: 128, height: 141 };
    drawIn(pdf, { ...jar, parts: outlined(jar.parts) }, room);
    // A variable font's letters overlap. Stroking first and filling after leaves only their outer
    // edge.
    pdf.font(NAME.font).fontSize(NAME.size).lineWidth(3.2).lineJoin('round').strokeColor(INK);
    pdf.text(name, nameBox.x, nameBox.y, { stroke: true, fill: false, lineBreak: false });
  });
  write(doc, 'H2', name, NAME, nameBox);
  write(doc, 'P', hint, HINT, { ...words, y: y + 128, height: 20 });
}

/** A page with labels for three jars, to cut out and color in. */
export function addJarLabels(doc: TaggedPdf, brand: string): void {
  addPage(doc);
  write(doc, 'H1', 'Three jars, three labels', HEADING, { ...CUT, y: 44, height: 42 });
  const lead = 'Color them in, cut along the dashed lines, and tape one on each jar.';
  write(doc, 'P', lead, HINT, { ...CUT, y: 86, height: 20 });
  for (const [index, label] of LABELS.entries()) drawLabel(doc, label, 122 + index * STEP);
  write(doc, 'P', `A free page from ${brand}`, FOOT, { ...CUT, y: 742, height: 14 });
}
