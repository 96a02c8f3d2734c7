import { INK, QUIET } from './art/colors.ts';
import { COIN, type Part, transformOf } from './art/drawing.ts';
import { jarOf } from './art/jar.ts';
import { PAGE } from './edition.ts';
import { decorate, type TaggedPdf, makePdf } from './document.ts';
import { type Box, type Style, write } from './text.ts';

const LABELS = [
  { name: 'Spend', hint: 'for things I want now', coins: 4 },
  { name: 'Save', hint: 'for something bigger, later', coins: 9 },
  { name: 'Give', hint: 'for someone else', coins: 2 },
] as const;
type Label = (typeof LABELS)[number];

const CUT_GAP = 8;
const MARGIN = 54;
const NAME: Style = { font: 'serif', size: 66, color: '#fff' };
const HINT: Style = { font: 'sans', size: 14, color: QUIET };

/** A picture in outline, for coloring in. */
function drawOutline(pdf: PDFKit.PDFDocument, parts: readonly Part[]): void {
  const [rim, , dot] = COIN;
  for (const part of parts) {
    if ('coin' in part) {
      const { x, y, scale } = transformOf(part);
      const lineWidth = 1.2 / scale;
      pdf.save().translate(x, y).scale(scale).lineWidth(lineWidth);
      for (const shape of [rim, dot]) if (shape) pdf.path(shape.d).fillAndStroke('#fff', INK);
      pdf.restore();
    } else if (part.fill) {
      pdf.path(part.d).lineWidth(1.6).lineJoin('round').fillAndStroke('#fff', INK);
    }
  }
}

/** One label within its cutting line. Its name is an outline too. */
function drawLabel(
  doc: TaggedPdf,
  { name, hint, coins }: Label,
  { x, y, width, height }: Box,
): void {
  const jar = height * 0.72;
  const left = x + height * 0.92;
  const box = { x: left, width: x + width - left - 20 };
  const size = Math.min(NAME.size, height * 0.42);
  decorate(doc, (pdf) => {
    pdf.roundedRect(x, y, width, height, 18).lineWidth(1).dash(5, { space: 4 }).stroke(QUIET);
    pdf.undash();
    pdf.lineWidth(1.6).strokeColor(INK);
    pdf.roundedRect(x + 9, y + 9, width - 18, height - 18, 12).stroke();
    pdf.translate(x + height * 0.14, y + (height - jar) / 2).scale(jar / 110);
    drawOutline(pdf, jarOf(coins));
  });
  const top = y + height / 2 - size * 0.92;
  const at = { ...box, y: top };
  // A variable font's letters overlap. Stroking first and filling after leaves only their outer edge.
  decorate(doc, (pdf) => {
    pdf.font('serif').fontSize(size).lineWidth(3.2).lineJoin('round').strokeColor(INK);
    pdf.text(name, at.x, at.y, { stroke: true, fill: false, lineBreak: false });
  });
  write(doc, 'H2', name, { ...NAME, size }, { ...at, height: size * 1.4 });
  write(doc, 'P', hint, HINT, { ...box, y: y + height / 2 + size * 0.46, height: 20 });
}

/** The three labels, one below the other. */
function drawLabels(doc: TaggedPdf, { x, y, width, height }: Box): void {
  const step = height / LABELS.length;
  for (const [index, label] of LABELS.entries()) {
    drawLabel(doc, label, { x, y: y + index * step, width, height: step - CUT_GAP });
  }
}

/** The free page with labels for three jars, to cut out and color in. */
export function drawJarLabels(brand: string): Promise<ArrayBuffer> {
  return makePdf({ title: 'Three jar labels', author: brand }, (doc) => {
    doc.pdf.addPage();
    const width = PAGE.width - 2 * MARGIN;
    const at = (y: number, height: number): Box => ({ x: MARGIN, y, width, height });
    const heading: Style = { font: 'serif', size: 30, color: INK };
    write(doc, 'H1', 'Three jars, three labels', heading, at(44, 40));
    const lead = 'Color them in, cut along the dashed lines, and tape one on each jar.';
    write(doc, 'P', lead, { font: 'sans', size: 14, color: QUIET }, at(86, 20));
    drawLabels(doc, at(122, 610));
    const foot: Style = { font: 'sans', size: 10, color: QUIET, align: 'center' };
    write(doc, 'P', `A free page from ${brand}`, foot, at(742, 14));
  });
}
