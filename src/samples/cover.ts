import { HUES, INK, LABEL } from './art/colors.ts';
import { DRAWING_WIDTH } from './art/drawing.ts';
import { ROW_BOX, ROW_PLANTS, ROW_WIDTH, ROW_WINDOWS } from './art/row.ts';
import { SCENES } from './art/scenes.ts';
import { type Edition, PAGE, type PrintedGuide } from './edition.ts';
import { decorate, drawParts, shade, type TaggedPdf } from './document.ts';
import { drawText, heightOf, type Room, type Style, type Tag, write } from './text.ts';

// The measures of src/components/GuideCover.astro, in parts of the page.
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

function room(y: number, height: number): Room {
  return { x: LABEL_LEFT + 20, y, width: LABEL_WIDTH - 40, height };
}

/** The paper label, as tall as its words. In a picture they are no text for a screen reader. */
function drawLabel(doc: TaggedPdf, lines: Label, isPicture = false): void {
  const titleHeight = Math.min(heightOf(doc, lines.title, TITLE, LABEL_WIDTH - 40), 140);
  const height = 126 + titleHeight;
  decorate(doc, (pdf) =>
    pdf.roundedRect(LABEL_LEFT, LABEL_TOP, LABEL_WIDTH, height, 15).fill(LABEL),
  );
  const put = (tag: Tag, text: string, style: Style, at: Room) =>
    isPicture
      ? decorate(doc, () => drawText(doc, text, style, at))
      : write(doc, tag, text, style, at);
  put('P', lines.brand, SMALL, room(LABEL_TOP + 19, 36));
  put('H1', lines.title, TITLE, room(LABEL_TOP + 60, titleHeight));
  put('P', lines.below, SMALL, room(LABEL_TOP + height - 53, 36));
}

/** The cover of a guide, the whole page large. */
function drawGuideCover(
  doc: TaggedPdf,
  guide: PrintedGuide,
  brand: string,
  isPicture = false,
): void {
  const { parts, height } = SCENES[guide.art];
  decorate(doc, (pdf) => {
    drawGround(pdf, HUES[guide.hue].flat);
    const scale = Math.min((FEET - SCENE_TOP) / height, LABEL_WIDTH / DRAWING_WIDTH);
    const x = LABEL_LEFT + (LABEL_WIDTH - DRAWING_WIDTH * scale) / 2;
    drawParts(pdf, parts, { x, y: FEET - height * scale, scale });
  });
  drawLabel(doc, { brand, title: guide.title, below: `Ages ${guide.ages}` }, isPicture);
}

/** The first page of a guide. */
export function printCover(doc: TaggedPdf, guide: PrintedGuide, brand: string, mark: string): void {
  doc.pdf.addPage();
  drawGuideCover(doc, guide, brand);
  write(doc, 'P', mark, MARK, room(PAGE.height - 42, 16));
}

/** A small picture of a cover; its words stand beside it. */
export function drawSmallCover(
  doc: TaggedPdf,
  guide: PrintedGuide,
  brand: string,
  place: { x: number; y: number; width: number },
): void {
  const { pdf } = doc;
  const scale = place.width / PAGE.width;
  pdf.save().translate(place.x, place.y).scale(scale);
  pdf.roundedRect(0, 0, PAGE.width, PAGE.height, 18).clip();
  drawGuideCover(doc, guide, brand, true);
  pdf.restore();
}

/** The first page of the bundle: the whole row in one window box. */
export function printBundleCover(
  doc: TaggedPdf,
  name: string,
  edition: Edition,
  mark: string,
): void {
  doc.pdf.addPage();
  const scale = (PAGE.width * 0.84) / ROW_WIDTH;
  const place = { x: PAGE.width * 0.095, y: FEET - 417 * scale, scale };
  decorate(doc, (pdf) => {
    drawGround(pdf, INK);
    drawParts(pdf, ROW_WINDOWS, place);
    for (const { art, x, y, scale: size } of ROW_PLANTS) {
      const at = { x: place.x + x * scale, y: place.y + y * scale, scale: size * scale };
      drawParts(pdf, SCENES[art].parts, at);
    }
    drawParts(pdf, ROW_BOX, place);
  });
  const title = name.replace(`${edition.brand}: `, '');
  const below = edition.guides.map(({ ages }) => ages).join(', ');
  drawLabel(doc, { brand: edition.brand, title, below: `Ages ${below}` });
  write(doc, 'P', mark, MARK, room(PAGE.height - 42, 16));
}
