import PDFDocument from 'pdfkit';
import { INK } from './art/colors.ts';
import { COIN, type Part, transformOf } from './art/drawing.ts';
import { loadFonts } from './fonts.ts';
import { PAGE } from './edition.ts';

/** A document being drawn. `root` holds what a screen reader reads, in order. */
export type TaggedPdf = {
  readonly pdf: PDFKit.PDFDocument;
  readonly root: PDFKit.PDFStructureElement;
};

type Area = [x: number, y: number, width: number, height: number];

/** The date of every document, fixed so that the same content gives the same bytes. */
const MADE_AT = new Date('2026-01-01T00:00:00Z');

/** Draws a PDF with embedded fonts, tagged for screen readers. */
export async function makePdf(
  info: { readonly title: string; readonly author: string },
  draw: (doc: TaggedPdf) => void,
): Promise<ArrayBuffer> {
  const fonts = await loadFonts();
  const pdf = new PDFDocument({
    autoFirstPage: false,
    size: [PAGE.width, PAGE.height],
    // Everything is positioned explicitly. A margin would let pdfkit break pages.
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: info.title, Author: info.author, CreationDate: MADE_AT, ModDate: MADE_AT },
  });
  for (const [name, font] of Object.entries(fonts)) pdf.registerFont(name, font);
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise((resolve) => pdf.once('end', resolve));
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  draw({ pdf, root });
  root.end();
  pdf.end();
  await finished;
  return new Uint8Array(Buffer.concat(chunks)).buffer;
}

/** Draws decoration that screen readers skip, and restores the pen afterwards. */
export function decorate({ pdf }: TaggedPdf, draw: (pdf: PDFKit.PDFDocument) => void): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf.save();
  draw(pdf);
  pdf.restore();
  pdf.endMarkedContent();
}

/** A horizontal line, as wide as the pen. */
export const drawLine = (pdf: PDFKit.PDFDocument, from: number, to: number, y: number) =>
  pdf.moveTo(from, y).lineTo(to, y);

/** Darkens a part of the page with ink of the given opacity, 0 to 1. */
export function shade(pdf: PDFKit.PDFDocument, opacity: number, ...area: Area): void {
  pdf
    .fillOpacity(opacity)
    .rect(...area)
    .fill(INK)
    .fillOpacity(1);
}

/** Draws the parts of a picture with its top left corner at x, y. */
export function drawParts(
  pdf: PDFKit.PDFDocument,
  parts: readonly Part[],
  { x, y, scale }: { x: number; y: number; scale: number },
): void {
  pdf.save().translate(x, y).scale(scale);
  for (const part of parts) {
    if ('coin' in part) {
      drawParts(pdf, COIN, transformOf(part));
      continue;
    }
    pdf.path(part.d).opacity(part.opacity ?? 1);
    if (part.fill) pdf.fill(part.fill);
    else
      pdf
        .lineWidth(part.strokeWidth ?? 1)
        .lineCap('round')
        .stroke(part.stroke);
  }
  pdf.restore();
}
