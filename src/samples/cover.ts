import { HUES, INK, LABEL } from './art/colors.ts';
import { DRAWING_WIDTH, type Part } from './art/drawing.ts';
import { ROW_BOX, ROW_PLANTS, ROW_WIDTH, ROW_WINDOWS } from './art/row.ts';
import { SCENES } from './art/scenes.ts';
import type { Edition, PrintedGuide } from './edition.ts';
import { PAGE } from './page-size.ts';
import { decorate, drawParts, type Press } from './document.ts';
import { heightOf, letter, type Style, write } from './type.ts';

// The measures of src/components/GuideCover.astro, in parts of the page.
const LABEL_LEFT = PAGE.width * 0.14;
const LABEL_TOP = PAGE.width * 0.09;
const LABEL_WIDTH = PAGE.width * 0.76;
const GROUND = PAGE.height * 0.84;
const FEET = PAGE.height * 0.92;
const SCENE_TOP = PAGE.height * 0.41;

const SMALL: Style = { font: 'sans', size: 27, color: INK, align: 'center', spacing: 0.4 };
const TITLE: Style = {
  font: 'serif',
  size: 58,
  color: INK,
  align: 'center',
  lineGap: -6,
  balance: true,
};
const MARK: Style = { font: 'bold', size: 10.5, color: LABEL, align: 'center' };

type Words = { readonly brand: string; readonly title: string; readonly below: string };
type Put = (text: string, style: Style, y: number, height: number) => number;

function drawGround(pdf: PDFKit.PDFDocument, color: string): void {
  pdf.rect(0, 0, PAGE.width, PAGE.height).fill(color);
  pdf
    .fillOpacity(0.28)
    .rect(0, GROUND, PAGE.width, PAGE.height - GROUND)
    .fill(INK);
  pdf
    .fillOpacity(0.14)
    .rect(0, 0, PAGE.width * 0.05, PAGE.height)
    .fill(INK);
  pdf
    .fillOpacity(0.25)
    .rect(PAGE.width * 0.05, 0, 1, PAGE.height)
    .fill('#fff')
    .fillOpacity(1);
}

/** The paper label, as tall as its words. `put` writes them. */
function drawLabel(press: Press, words: Words, put: Put): void {
  const titleHeight = Math.min(heightOf(press, words.title, TITLE, LABEL_WIDTH - 40), 140);
  const height = 126 + titleHeight;
  decorate(press, (pdf) =>
    pdf.roundedRect(LABEL_LEFT, LABEL_TOP, LABEL_WIDTH, height, 15).fill(LABEL),
  );
  put(words.brand, SMALL, LABEL_TOP + 19, 36);
  put(words.title, TITLE, LABEL_TOP + 60, titleHeight);
  put(words.below, SMALL, LABEL_TOP + height - 53, 36);
}

function room(y: number, height: number) {
  return { x: LABEL_LEFT + 20, y, width: LABEL_WIDTH - 40, height };
}

/** The cover of a guide, the whole page large. Inside `decorate` it is a picture of it. */
function drawGuideCover(press: Press, guide: PrintedGuide, brand: string, put: Put): void {
  const { parts, height } = SCENES[guide.art];
  decorate(press, (pdf) => {
    drawGround(pdf, HUES[guide.hue].flat);
    const scale = Math.min((FEET - SCENE_TOP) / height, LABEL_WIDTH / DRAWING_WIDTH);
    const x = LABEL_LEFT + (LABEL_WIDTH - DRAWING_WIDTH * scale) / 2;
    drawParts(pdf, parts, { x, y: FEET - height * scale, scale });
  });
  drawLabel(press, { brand, title: guide.title, below: `Ages ${guide.ages}` }, put);
}

function writing(press: Press): Put {
  return (text, style, y, height) =>
    write(press, style === TITLE ? 'H1' : 'P', text, style, room(y, height));
}

/** The first page of a guide. */
export function printCover(press: Press, guide: PrintedGuide, brand: string, mark: string): void {
  press.pdf.addPage();
  drawGuideCover(press, guide, brand, writing(press));
  write(press, 'P', mark, MARK, room(PAGE.height - 34, 16));
}

/** A small picture of a cover; its words stand beside it. */
export function drawSmallCover(
  press: Press,
  guide: PrintedGuide,
  brand: string,
  place: { x: number; y: number; width: number },
): void {
  const { pdf } = press;
  pdf
    .save()
    .translate(place.x, place.y)
    .scale(place.width / PAGE.width);
  pdf.roundedRect(0, 0, PAGE.width, PAGE.height, 18).clip();
  drawGuideCover(press, guide, brand, (text, style, y, height) => {
    let end = y;
    decorate(press, () => (end = letter(press, text, style, room(y, height))));
    return end;
  });
  pdf.restore();
}

/** The first page of the bundle: the whole row in one window box. */
export function printBundleCover(press: Press, name: string, edition: Edition, mark: string): void {
  press.pdf.addPage();
  const scale = (PAGE.width * 0.84) / ROW_WIDTH;
  const place = { x: PAGE.width * 0.095, y: FEET - 417 * scale, scale };
  const put = (parts: readonly Part[]) => (pdf: PDFKit.PDFDocument) => drawParts(pdf, parts, place);
  decorate(press, (pdf) => {
    drawGround(pdf, INK);
    put(ROW_WINDOWS)(pdf);
    for (const { art, x, y, scale: size } of ROW_PLANTS) {
      const at = { x: place.x + x * scale, y: place.y + y * scale, scale: size * scale };
      drawParts(pdf, SCENES[art].parts, at);
    }
    put(ROW_BOX)(pdf);
  });
  const title = name.replace(`${edition.brand}: `, '');
  const below = edition.guides.map(({ ages }) => ages).join(', ');
  drawLabel(press, { brand: edition.brand, title, below: `Ages ${below}` }, writing(press));
  write(press, 'P', mark, MARK, room(PAGE.height - 34, 16));
}
