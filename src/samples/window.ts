import { HUES } from './art/colors.ts';
import { DRAWING_WIDTH } from './art/drawing.ts';
import { jarOf } from './art/jar.ts';
import { SCENES } from './art/scenes.ts';
import type { PrintedGuide } from './edition.ts';
import { decorate, drawParts, shade, type TaggedPdf } from './document.ts';
import type { Room } from './text.ts';

const CORNER = 18;
/** Jars beside the scene: how far from the middle, in parts of the width, how large, how full. */
const JARS = [
  { from: -0.4, size: 0.54, coins: 3 },
  { from: -0.24, size: 0.42, coins: 7 },
  { from: 0.24, size: 0.46, coins: 5 },
  { from: 0.4, size: 0.58, coins: 9 },
] as const;

function drawGround(pdf: PDFKit.PDFDocument, { x, y, width, height }: Room): void {
  shade(pdf, 0.28, x, y + height * 0.84, width, height);
}

function drawScene(pdf: PDFKit.PDFDocument, { art }: PrintedGuide, room: Room): void {
  const { parts, height } = SCENES[art];
  const scale = Math.min((room.height * 0.8) / height, (room.width * 0.8) / DRAWING_WIDTH);
  const x = room.x + (room.width - DRAWING_WIDTH * scale) / 2;
  drawParts(pdf, parts, { x, y: room.y + room.height * 0.94 - height * scale, scale });
}

/** The guide's scene in an arched window of its hue. */
export function drawWindow(doc: TaggedPdf, guide: PrintedGuide, room: Room): void {
  const { x, y, width, height } = room;
  const arch = Math.min(width / 2, height * 0.6);
  decorate(doc, (pdf) => {
    pdf
      .moveTo(x, y + height)
      .lineTo(x, y + arch)
      .bezierCurveTo(x, y + arch * 0.42, x + width * 0.2, y, x + width / 2, y)
      .bezierCurveTo(x + width * 0.8, y, x + width, y + arch * 0.42, x + width, y + arch)
      .lineTo(x + width, y + height)
      .closePath()
      .clip();
    pdf.rect(x, y, width, height).fill(HUES[guide.hue].flat);
    drawGround(pdf, room);
    drawScene(pdf, guide, room);
  });
}

/** The same scene on a wide sill, with jars beside it. */
export function drawSill(doc: TaggedPdf, guide: PrintedGuide, room: Room): void {
  const { x, y, width, height } = room;
  decorate(doc, (pdf) => {
    pdf.roundedRect(x, y, width, height, CORNER).clip();
    pdf.rect(x, y, width, height).fill(HUES[guide.hue].flat);
    drawGround(pdf, room);
    for (const { from, size, coins } of JARS) {
      const scale = Math.min((height * size) / 110, (width * 0.3 * size) / 100);
      const left = x + width * (0.5 + from) - 50 * scale;
      drawParts(pdf, jarOf(coins), { x: left, y: y + height * 0.93 - 109 * scale, scale });
    }
    drawScene(pdf, guide, room);
  });
}
