import { HUES, INK, LABEL } from './art/colors.ts';
import { DRAWING_WIDTH } from './art/drawing.ts';
import { ROW_BOX, ROW_PLANTS, ROW_WIDTH, ROW_WINDOWS } from './art/row.ts';
import { SCENES } from './art/scenes.ts';
import { type Edition, PAGE, type PrintedGuide } from './edition.ts';
import { decorate, drawParts, shade, type TaggedPdf } from './document.ts';
import { heightOf, type Box, type Style, write } from './text.ts';

// The proportions of src/components/GuideCover.astro.
const LABEL_LEFT = PAGE.width * 0.14;
const LABEL_TOP = PAGE.width * 0.09;
const LABEL_WIDTH = PAGE.width * 0.76;
const GROUND = PAGE.height * 0.84;
const FEET = PAGE.height * 0.92;
const SCENE_TOP = PAGE.height * 0.41;

const SMALL: Style = { font: 'sans', size: 27, color: INK, align: 'center', spacing: 0.4 };
const TITLE: Style = { ...SMALL, font: 'serif', size: 58, spacing: 0, lineGap: -6, balance: true };
const MARK: Style = { font: 'bold', size: 10.5, color: LABEL, align: 'center' };

type Label = { readonly brand: string; readonly title: string; readonly below: string };

function drawGround(pdf: PDFKit.PDFDocument, color: string): void {
  pdf.rect(0, 0, PAGE.width, PAGE.height).fill(color);
  shade(pdf, 0.28, 0, GROUND, PAGE.width, PAGE.height - GROUND);
  shade(pdf, 0.14, 0, 0, PAGE.width * 0.05, PAGE.height);
  pdf.fillOpacity(0.25);
  pdf
    .rect(PAGE.width * 0.05, 0, 1, PAGE.height)
    .fill('#fff')
    .fillOpacity(1);
}

function box(y: number, height: number): Box {
  return { x: LABEL_LEFT + 20, y, width: LABEL_WIDTH - 40, height };
}

/** The paper label, as tall as its text. */
function drawLabel(doc: TaggedPdf, { brand, title, below }: Label): void {
  const titleHeight = Math.min(heightOf(doc, title, TITLE, LABEL_WIDTH - 40), 140);
  const height = 126 + titleHeight;
  decorate(doc, (pdf) =>
    pdf.roundedRect(LABEL_LEFT, LABEL_TOP, LABEL_WIDTH, height, 15).fill(LABEL),
  );
  write(doc, 'P', brand, SMALL, box(LABEL_TOP + 19, 36));
  write(doc, 'H1', title, TITLE, box(LABEL_TOP + 60, titleHeight));
  write(doc, 'P', below, SMALL, box(LABEL_TOP + height - 53, 36));
}

type Cover = { readonly label: Label; readonly color: string; readonly mark: string };

function printPage(
  doc: TaggedPdf,
  { label, color, mark }: Cover,
  draw: (pdf: PDFKit.PDFDocument) => void,
): void {
  doc.pdf.addPage();
  decorate(doc, (pdf) => {
    drawGround(pdf, color);
    draw(pdf);
  });
  drawLabel(doc, label);
  write(doc, 'P', mark, MARK, box(PAGE.height - 42, 16));
}

/** The first page of a guide. */
export function printCover(doc: TaggedPdf, guide: PrintedGuide, brand: string, mark: string): void {
  const label = { brand, title: guide.title, below: `Ages ${guide.ages}` };
  const { parts, height } = SCENES[guide.art];
  const scale = Math.min((FEET - SCENE_TOP) / height, LABEL_WIDTH / DRAWING_WIDTH);
  const x = LABEL_LEFT + (LABEL_WIDTH - DRAWING_WIDTH * scale) / 2;
  printPage(doc, { label, color: HUES[guide.hue].flat, mark }, (pdf) =>
    drawParts(pdf, parts, { x, y: FEET - height * scale, scale }),
  );
}

/** The first page of the bundle, with all plants in one window box. */
export function printBundleCover(
  doc: TaggedPdf,
  name: string,
  { brand, guides }: Edition,
  mark: string,
): void {
  const title = name.replace(`${brand}: `, '');
  const label = { brand, title, below: `Ages ${guides.map(({ ages }) => ages).join(', ')}` };
  const scale = (PAGE.width * 0.84) / ROW_WIDTH;
  const row = { x: PAGE.width * 0.095, y: FEET - 417 * scale, scale };
  printPage(doc, { label, color: INK, mark }, (pdf) => {
    drawParts(pdf, ROW_WINDOWS, row);
    for (const { art, x, y, scale: size } of ROW_PLANTS) {
      const at = { x: row.x + x * scale, y: row.y + y * scale, scale: size * scale };
      drawParts(pdf, SCENES[art].parts, at);
    }
    drawParts(pdf, ROW_BOX, row);
  });
}
