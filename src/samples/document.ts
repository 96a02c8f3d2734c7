import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';
import subsetFont from 'subset-font';
import { DRAWABLE_LETTERS } from '../content/drawable-letters.ts';
import type { Drawing, Group, Part, Shape } from './art/drawing.ts';

/** A document being drawn. `root` has the text for screen readers, in order. */
export type TaggedPdf = {
  readonly pdf: PDFKit.PDFDocument;
  readonly root: PDFKit.PDFStructureElement;
};

/** In points, or in pixels of a picture. */
export type Size = { readonly width: number; readonly height: number };
export type Box = Size & { readonly x: number; readonly y: number };

/** US Letter. */
export const PAGE: Size = { width: 612, height: 792 };

const require = createRequire(import.meta.url);

const FILES = {
  serif: require.resolve('@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2'),
  sans: require.resolve('@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2'),
  bold: require.resolve('@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff2'),
};

/** The style of the site's headings, at an optical size that suits small headings too. */
const HEADING_CUT = { wght: 600, SOFT: 50, WONK: 0, opsz: 48 };

/** An uncompressed web font. pdfkit is slow to decompress one. */
async function unpacked(file: string, variationAxes: Record<string, number> = {}): Promise<Buffer> {
  return subsetFont(await readFile(file), DRAWABLE_LETTERS, {
    targetFormat: 'sfnt',
    variationAxes,
  });
}

const load = async () => ({
  serif: await unpacked(FILES.serif, HEADING_CUT),
  sans: await unpacked(FILES.sans),
  bold: await unpacked(FILES.bold),
});

let loading: ReturnType<typeof load> | undefined;

/** The shop's fonts for print and pictures, read and subset once per process. */
const loadFonts = () => (loading ??= load());

/** The date of every document, fixed so that the same content gives the same bytes. */
const MADE_AT = new Date('2026-01-01T00:00:00Z');

/** Draws a PDF with embedded fonts, tagged for screen readers. */
export async function makePdf(
  info: { readonly title: string; readonly author: string },
  draw: (doc: TaggedPdf) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: info.title, Author: info.author, CreationDate: MADE_AT, ModDate: MADE_AT },
  });
  for (const [name, font] of Object.entries(await loadFonts())) pdf.registerFont(name, font);
  const bytes = buffer(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  draw({ pdf, root });
  root.end();
  pdf.end();
  return new Uint8Array(await bytes);
}

export function addPage({ pdf }: TaggedPdf, { width, height }: Size = PAGE): void {
  // Everything is positioned explicitly. A margin would let pdfkit break pages.
  pdf.addPage({ size: [width, height], margin: 0 });
}

/** Draws decoration that screen readers skip, and restores the pen afterwards. */
export function decorate({ pdf }: TaggedPdf, draw: (pdf: PDFKit.PDFDocument) => void): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  pdf.save();
  draw(pdf);
  pdf.restore();
  pdf.endMarkedContent();
}

type Ground = { readonly color: string; readonly opacity?: number; readonly radius?: number };

/** Fills a part of the page. */
export function fillArea(
  pdf: PDFKit.PDFDocument,
  { x, y, width, height }: Box,
  { color, opacity = 1, radius = 0 }: Ground,
): void {
  pdf.fillOpacity(opacity).roundedRect(x, y, width, height, radius).fill(color).fillOpacity(1);
}

function drawShape(pdf: PDFKit.PDFDocument, shape: Shape): void {
  const { d, fill: color, stroke, strokeWidth = 1, opacity = 1 } = shape;
  pdf.path(d).opacity(opacity).lineWidth(strokeWidth).lineCap('round').lineJoin('round');
  if (color && stroke) pdf.fillAndStroke(color, stroke);
  else if (color) pdf.fill(color);
  else pdf.stroke(stroke);
}

function drawGroup(pdf: PDFKit.PDFDocument, { parts, x, y, scale }: Group): void {
  pdf.save().translate(x, y).scale(scale);
  const draw = (part: Part) => ('parts' in part ? drawGroup(pdf, part) : drawShape(pdf, part));
  for (const part of parts) draw(part);
  pdf.restore();
}

/** Draws a picture as large as it fits, on the middle of the box's floor. */
export function drawIn(pdf: PDFKit.PDFDocument, { width, height, parts }: Drawing, box: Box): void {
  const scale = Math.min(box.width / width, box.height / height);
  const x = box.x + (box.width - width * scale) / 2;
  drawGroup(pdf, { parts, x, y: box.y + box.height - height * scale, scale });
}
