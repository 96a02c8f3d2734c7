import type { Hue } from './art/colors.ts';
import type { Art } from './art/scenes.ts';

/** A line of a conversation, said by one of the two. */
type SpokenLine = { readonly child?: string | undefined; readonly you?: string | undefined };

/** A lesson written out. `lesson` is its number, from 1. */
export type FullLesson = {
  readonly lesson: number;
  readonly read: string;
  readonly together: string;
  readonly script: readonly SpokenLine[];
};

export type PrintedProduct = {
  readonly id: string;
  readonly product_type: string;
  readonly name: string;
  readonly price_in_cents: number;
  readonly is_active: boolean;
};

/** What is printed of a guide, with its placeholders filled in. */
export type PrintedGuide = {
  readonly number: number;
  readonly ages: string;
  readonly hue: Hue;
  readonly art: Art;
  readonly title: string;
  readonly tagline: string;
  readonly learn: readonly { readonly title: string; readonly scene: string }[];
  readonly included: readonly { readonly title: string; readonly detail: string }[];
  readonly preview: readonly FullLesson[];
  readonly printable?: { readonly title: string; readonly text: string } | undefined;
  readonly product: PrintedProduct;
};

/** All that the shop prints: every guide, and every product for what it costs. */
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
