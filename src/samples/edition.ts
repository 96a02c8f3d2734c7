import type { z } from 'astro/zod';
import type { Product } from '#contract/catalogue.ts';
import type { guideSchema } from '../content/schemas/guide.ts';

type GuideFields = z.infer<typeof guideSchema>;

/** A lesson written out. `lesson` is its number, from 1. */
export type FullLesson = GuideFields['preview'][number];

export type PrintedProduct = Omit<Product, 'file_name'>;

/** What is printed of a guide, with its placeholders filled in. */
export type PrintedGuide = Pick<
  GuideFields,
  'number' | 'ages' | 'hue' | 'art' | 'title' | 'tagline' | 'learn' | 'preview'
> & { readonly product: PrintedProduct };

/** All that samples are drawn from. */
export type Edition = {
  readonly brand: string;
  readonly guides: readonly PrintedGuide[];
  readonly products: readonly PrintedProduct[];
};

/** US Letter, in points. */
export const PAGE = { width: 612, height: 792 } as const;

/** The height in pixels of a picture of a page that is so wide. */
export function heightOfPage(widthPx: number): number {
  return Math.round((widthPx * PAGE.height) / PAGE.width);
}

/** Where the contents stand; page 1 is the cover. */
export const CONTENTS_PAGE = 2;

/** The page of a lesson, whose numbers begin with 1. */
export function pageOfLesson(lesson: number): number {
  return CONTENTS_PAGE + lesson;
}
