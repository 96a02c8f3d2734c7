import { CONTENTS_PAGE, pageOfLesson } from '../press/edition.ts';
import { heightOfPage } from '../press/page-size.ts';
import type { Guide } from './shop.ts';

/** In pixels: what a phone shows, and what opens when it is touched. */
export const LOOK_INSIDE_WIDTHS = { small: 480, large: 1100 } as const;

/** One page of a guide, in two sizes. Width and height are those of the large one. */
export type InsidePage = {
  readonly page: number;
  readonly alt: string;
  readonly small: string;
  readonly large: string;
  readonly width: number;
  readonly height: number;
};

type Looked = Pick<Guide, 'id' | 'title' | 'learn' | 'preview'>;

/** The name of a picture's file. */
export function insideName(guideId: string, page: number, width: number): string {
  return `${guideId}-${page}-${width}`;
}

/** The pages that may be looked at before buying: the contents and the lessons written out in full. */
export function lookInside({ id, title, learn, preview }: Looked): InsidePage[] {
  const lessons = preview.map(({ lesson }) => ({
    page: pageOfLesson(lesson),
    alt: `Page ${pageOfLesson(lesson)}: lesson ${lesson}, ${learn[lesson - 1]?.title}, in full.`,
  }));
  const contents = {
    page: CONTENTS_PAGE,
    alt: `Page ${CONTENTS_PAGE} of ${title}: the ${learn.length} lessons.`,
  };
  const { small, large } = LOOK_INSIDE_WIDTHS;
  return [contents, ...lessons].map(({ page, alt }) => ({
    page,
    alt,
    small: `/look-inside/${insideName(id, page, small)}.webp`,
    large: `/look-inside/${insideName(id, page, large)}.webp`,
    width: large,
    height: heightOfPage(large),
  }));
}
