import type { z } from 'astro/zod';
import type { Product } from '#contract/catalog.ts';
import type { guideSchema } from '../content/schemas/guide.ts';
import { HUES, INK, PAPER, QUIET, RULE } from './art/colors.ts';
import { addPage, decorate, fillArea, PAGE, type TaggedPdf } from './document.ts';
import { type Style, write } from './text.ts';

type GuideFields = z.infer<typeof guideSchema>;

export type PrintedProduct = Omit<Product, 'file_name'>;

/** The printed texts of a guide, with placeholders filled in. */
export type PrintedGuide = Pick<
  GuideFields,
  'number' | 'ages' | 'hue' | 'art' | 'title' | 'tagline' | 'learn' | 'preview'
> & { readonly product: PrintedProduct };

/** The content of the samples. */
export type SampleContent = {
  readonly brand: string;
  readonly guides: readonly PrintedGuide[];
  readonly products: readonly PrintedProduct[];
};

/** The text area of an inner page. */
export const LEFT = 72;
export const WIDTH = PAGE.width - LEFT - 60;
export const RIGHT = LEFT + WIDTH;
const TOP = 60;
/** The lowest line of the text, above the foot. */
export const FLOOR = 722;
const FOOT = 744;

const NUMBER: Style = { font: 'serif', size: 11, color: INK, align: 'right' };
const HEADING: Style = { font: 'serif', size: 34, color: INK, lineGap: -2, balance: true };
const LEAD: Style = { font: 'sans', size: 15, color: QUIET, lineGap: 3 };

/** The page of the contents. Page 1 is the cover. */
export const CONTENTS_PAGE = 2;

/** The page of a lesson. Lessons are numbered from 1. */
export const pageOfLesson = (lesson: number): number => CONTENTS_PAGE + lesson;

/** A guide to print. The mark says on each page what kind of copy it is. */
export type Book = PrintedGuide & { readonly mark?: string };

/** Draws a thin line across the text area. */
export const drawRule = (pdf: PDFKit.PDFDocument, x: number, y: number) =>
  fillArea(pdf, { x, y, width: RIGHT - x, height: 0.75 }, { color: RULE });

type Head = { readonly eyebrow: string; readonly heading: string; readonly lead: string };

/**
 * Adds the page of that number, with its foot, a small line in the guide's hue, the headline and a
 * sentence under it. Returns their end.
 */
export function addInnerPage(
  doc: TaggedPdf,
  { hue, title, ages, mark }: Book,
  page: number,
  { eyebrow, heading, lead }: Head,
  width = WIDTH,
): number {
  addPage(doc);
  decorate(doc, (pdf) => {
    fillArea(pdf, { x: 0, y: 0, ...PAGE }, { color: PAPER });
    fillArea(pdf, { x: 0, y: 0, width: 18, height: PAGE.height }, { color: HUES[hue].flat });
    drawRule(pdf, LEFT, FOOT - 10);
  });
  const at = (y: number, height: number) => ({ x: LEFT, y, width, height });
  const small: Style = { font: 'bold', size: 10.5, color: HUES[hue].deep, spacing: 0.9 };
  write(doc, 'P', eyebrow.toUpperCase(), small, at(TOP, 15));
  const y = write(doc, 'H1', heading, HEADING, at(TOP + 18, 82));
  const end = write(doc, 'P', lead, LEAD, at(y + 6, 44));
  const foot = [mark, `${title}, ages ${ages}`].filter(Boolean).join('  ·  ');
  const copy: Style = { font: 'sans', size: 9, color: QUIET };
  write(doc, 'P', foot, copy, { ...at(FOOT, 13), width: WIDTH - 70 });
  write(doc, 'P', String(page), NUMBER, { ...at(FOOT - 3, 16), width: WIDTH });
  return end;
}
