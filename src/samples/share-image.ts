import { COIN_FLAT, COIN_TINT, type Hue, HUES, INK, LEAF, PAPER, QUIET } from './art/colors.ts';
import { type Art, type Drawing, readDrawing } from './art/drawing.ts';
import { addPage, type Box, decorate, drawIn, fill, type TaggedPdf } from './document.ts';
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

/** The mark of public/favicon.svg. */
const LOGO: Drawing = {
  width: 64,
  height: 64,
  parts: [
    {
      d: 'M15 0h34a15 15 0 0 1 15 15v34a15 15 0 0 1-15 15H15A15 15 0 0 1 0 49V15A15 15 0 0 1 15 0Z',
      fill: LEAF,
    },
    { d: 'M31 36C31 27 26 21 15 20c0 10 6 16 16 16Z', fill: '#bfe3c6' },
    { d: 'M33 31c0-10 6-16 17-17 0 11-6 17-17 17Z', fill: '#ddf1da' },
    { d: 'M32 30v14', stroke: '#ddf1da', strokeWidth: 3.5 },
    { d: 'M16 49a16 7 0 1 0 32 0a16 7 0 1 0-32 0', fill: '#e3a72f' },
    { d: 'M16 47a16 6 0 1 0 32 0a16 6 0 1 0-32 0', fill: '#f3cb6b' },
  ],
};

/** The right side as a cover, or the row of plants on a table along the lower edge. */
function drawGround(pdf: PDFKit.PDFDocument, { art, hue = 'coral' }: ShareWords): void {
  fill(pdf, IMAGE, { color: PAPER });
  drawIn(pdf, LOGO, LOGO_BOX);
  if (art) {
    const side = { ...IMAGE, x: 784, width: IMAGE.width - 784 };
    fill(pdf, side, { color: HUES[hue].flat });
    fill(pdf, { ...side, y: 540 }, { color: INK, opacity: 0.28 });
    drawIn(pdf, readDrawing(art), { x: 806, y: 126, width: 372, height: 460 });
  } else {
    fill(pdf, { ...IMAGE, y: 552 }, { color: COIN_TINT });
    drawIn(pdf, readDrawing('row'), { x: 603, y: 195, width: 563, height: 370 });
  }
}

const SANS: Style = { font: 'sans', size: 30, color: INK };

function writePrice(doc: TaggedPdf, price: string): void {
  const style: Style = { font: 'bold', size: 36, color: INK };
  const words = { x: LEFT + 22, y: 514, width: widthOf(doc, price, style) + 2, height: 50 };
  const tag = { x: LEFT, y: 510, width: words.width + 42, height: 58 };
  decorate(doc, (pdf) => fill(pdf, tag, { color: COIN_FLAT, radius: 12 }));
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
