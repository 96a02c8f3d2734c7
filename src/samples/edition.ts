import type { z } from 'astro/zod';
import type { Product } from '#contract/catalogue.ts';
import type { guideSchema } from '../content/schemas/guide.ts';

type GuideFields = z.infer<typeof guideSchema>;

/** A lesson in full. `lesson` is its number, from 1. */
export type FullLesson = GuideFields['preview'][number];

export type PrintedProduct = Omit<Product, 'file_name'>;

/** The printed texts of a guide, with placeholders filled in. */
export type PrintedGuide = Pick<
  GuideFields,
  'number' | 'ages' | 'hue' | 'art' | 'title' | 'tagline' | 'learn' | 'preview'
> & { readonly product: PrintedProduct };

/** The content of the samples. */
export type Edition = {
  readonly brand: string;
  readonly guides: readonly PrintedGuide[];
  readonly products: readonly PrintedProduct[];
};

/** The page of the contents. Page 1 is the cover. */
export const CONTENTS_PAGE = 2;

/** The page of a lesson. Lessons are numbered from 1. */
export function pageOfLesson(lesson: number): number {
  return CONTENTS_PAGE + lesson;
}
