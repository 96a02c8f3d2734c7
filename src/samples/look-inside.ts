import { CONTENTS_PAGE, pageOfLesson } from './edition.ts';
import { heightOfPage } from './page-size.ts';
import type { PictureSize } from './pages.ts';
import type { Guide } from '../content/shop.ts';

/** What stands in the page, nearly twice as fine as it is shown, and what opens when it is touched. */
export const LOOK_INSIDE_SIZES = {
  small: { widthPx: 306, format: 'avif' },
  large: { widthPx: 1100, format: 'webp' },
} as const satisfies Record<string, PictureSize>;

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
export function insideName(
  guideId: string,
  page: number,
  { widthPx, format }: PictureSize,
): string {
  return `${guideId}-${page}-${widthPx}.${format}`;
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
  const { small, large } = LOOK_INSIDE_SIZES;
  return [contents, ...lessons].map(({ page, alt }) => ({
    page,
    alt,
    small: `/look-inside/${insideName(id, page, small)}`,
    large: `/look-inside/${insideName(id, page, large)}`,
    width: large.widthPx,
    height: heightOfPage(large.widthPx),
  }));
}
