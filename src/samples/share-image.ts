import { COIN_FLAT, COIN_TINT, type Hue, HUES, INK, PAPER, QUIET } from './art/colors.ts';
import { type Art, drawingOf, readDrawing } from './art/drawing.ts';
import { addPage, type Box, decorate, drawIn, fillArea, type TaggedPdf } from './document.ts';
import { drawPng } from './picture.ts';
import { heightOf, shrunk, type Style, widthOf, write } from './text.ts';

/** The texts and art of a page's share image. Without `art`, it shows the whole row of plants. */
export type ShareWords = {
  readonly brand: string;
  readonly heading: string;
  readonly line: string;
  readonly hue?: Hue | undefined;
  readonly art?: Art | undefined;
  readonly price?: string | undefined;
};

/** The size in pixels that social networks expect. */
const IMAGE: Box = { x: 0, y: 0, width: 1200, height: 630 };
const LEFT = 66;
const LOGO_BOX: Box = { x: LEFT, y: 56, width: 52, height: 52 };

/** The right side as a cover, or the row of plants on a table along the lower edge. */
function drawGround(pdf: PDFKit.PDFDocument, { art, hue = 'coral' }: ShareWords): void {
  fillArea(pdf, IMAGE, { color: PAPER });
  drawIn(pdf, readDrawing('public/favicon.svg'), LOGO_BOX);
  if (art) {
    const side = { ...IMAGE, x: 784, width: IMAGE.width - 784 };
    fillArea(pdf, side, { color: HUES[hue].flat });
    fillArea(pdf, { ...side, y: 540 }, { color: INK, opacity: 0.28 });
    drawIn(pdf, drawingOf(art), { x: 806, y: 126, width: 372, height: 460 });
  } else {
    fillArea(pdf, { ...IMAGE, y: 552 }, { color: COIN_TINT });
    drawIn(pdf, drawingOf('row'), { x: 603, y: 195, width: 563, height: 370 });
  }
}

const SANS: Style = { font: 'sans', size: 30, color: INK };

function writePrice(doc: TaggedPdf, price: string): void {
  const style: Style = { font: 'bold', size: 36, color: INK };
  const words = { x: LEFT + 22, y: 514, width: widthOf(doc, price, style) + 2, height: 50 };
  const tag = { x: LEFT, y: 510, width: words.width + 42, height: 58 };
  decorate(doc, (pdf) => fillArea(pdf, tag, { color: COIN_FLAT, radius: 12 }));
  write(doc, 'P', price, style, words);
}

/** The picture shown with a shared link, a PNG of 1200 by 630 pixels. */
export function drawShareImage(share: ShareWords): Promise<Response> {
  const { brand, heading, line, hue, art, price } = share;
  return drawPng(IMAGE.width, (doc) => {
    addPage(doc, IMAGE);
    decorate(doc, (pdf) => drawGround(pdf, share));
    write(doc, 'P', brand, SANS, { ...LOGO_BOX, x: 134, y: 63, width: 600 });
    // The heading and its line are in the middle, between the brand and the price.
    const box = { ...LOGO_BOX, width: art ? 660 : 540, height: 215 };
    const below: Style = { ...SANS, size: 31, color: hue ? HUES[hue].deep : QUIET };
    const large: Style = { font: 'serif', size: 70, color: INK, lineGap: -6, balance: true };
    const serif = shrunk(doc, heading, large, box);
    const height = heightOf(doc, heading, serif, box.width);
    const y = 300 - (height + 22 + heightOf(doc, line, below, box.width)) / 2;
    const end = write(doc, 'H1', heading, serif, { ...box, y });
    write(doc, 'P', line, below, { ...box, y: end + 22, height: 84 });
    if (price) writePrice(doc, price);
  });
}
