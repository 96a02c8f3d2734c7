import { HUES, type Hue, INK, LABEL } from './art/colors.ts';
import { type Art, drawingOf } from './art/drawing.ts';
import {
  addPage,
  decorate,
  drawIn,
  fillArea,
  PAGE,
  type Size,
  type TaggedPdf,
} from './document.ts';
import type { SampleContent, PrintedProduct } from './inner-page.ts';
import { heightOf, type Style, write } from './text.ts';

/** Without `hue` and `art`, the cover of the bundle, with all plants in one window box. */
export type Cover = {
  readonly brand: string;
  readonly title: string;
  readonly below: string;
  readonly hue?: Hue;
  readonly art?: Art;
};

/** The cover of a guide if the product is one, else of the bundle. */
export function drawCover(
  { id, name }: PrintedProduct,
  { brand, guides }: Pick<SampleContent, 'brand' | 'guides'>,
): Cover {
  const guide = guides.find(({ product }) => product.id === id);
  const below = `Ages ${(guide ? [guide] : guides).map(({ ages }) => ages).join(', ')}`;
  // A product's name says in brackets for which ages it is.
  return { title: name.replace(/ \(.*\)$/, ''), ...guide, brand, below };
}

// The proportions of src/components/GuideCover.astro.
function drawArt(pdf: PDFKit.PDFDocument, { hue, art }: Cover, { width, height }: Size): void {
  fillArea(pdf, { x: 0, y: 0, width, height }, { color: hue ? HUES[hue].flat : INK });
  const ground = { x: 0, y: height * 0.84, width, height: height * 0.16 };
  fillArea(pdf, ground, { color: INK, opacity: 0.28 });
  const inset = art ? 0.14 : 0.095;
  const room = { x: width * inset, y: height * 0.41, height: height * 0.51 };
  drawIn(pdf, drawingOf(art ?? 'row'), { ...room, width: width * (art ? 0.76 : 0.84) });
  const crease = { x: width * 0.05, y: 0, width: width * 0.0016, height };
  fillArea(pdf, { ...crease, x: 0, width: crease.x }, { color: INK, opacity: 0.14 });
  fillArea(pdf, crease, { color: '#fff', opacity: 0.25 });
}

/** Adds a cover as a page of this size, with a paper label as tall as its text. */
export function addCover(doc: TaggedPdf, cover: Cover, size: Size = PAGE): void {
  const unit = size.width / PAGE.width;
  const small: Style = { font: 'sans', size: 28 * unit, color: INK, align: 'center' };
  const serif: Style = { ...small, font: 'serif', size: 55 * unit, lineGap: -6 * unit };
  const label = { x: size.width * 0.14, y: size.width * 0.09, width: size.width * 0.76 };
  const inside = { x: label.x + 16 * unit, width: label.width - 32 * unit };
  const height = Math.min(heightOf(doc, cover.title, serif, inside.width), 140 * unit);
  const at = (top: number) => ({ ...inside, y: label.y + top, height: 36 * unit });
  addPage(doc, size);
  decorate(doc, (pdf) => {
    drawArt(pdf, cover, size);
    const paper = { color: LABEL, radius: 15 * unit };
    fillArea(pdf, { ...label, height: height + 126 * unit }, paper);
  });
  write(doc, 'P', cover.brand, small, at(19 * unit));
  write(doc, 'H1', cover.title, { ...serif, balance: true }, { ...at(60 * unit), height });
  write(doc, 'P', cover.below, small, at(height + 73 * unit));
}
