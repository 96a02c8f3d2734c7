import { CONTENTS_PAGE, heightOfPage, pageOfLesson } from './edition.ts';
import type { PictureSize } from './page-pictures.ts';
import type { Guide } from '../content/shop.ts';

/** The picture in the page, at nearly twice its display resolution, and the one that opens at a touch. */
export const LOOK_INSIDE_SIZES = {
  small: { widthPx: 306, format: 'avif' },
  large: { widthPx: 1100, format: 'webp' },
} as const satisfies Record<string, PictureSize>;

/** The name of a picture's file. */
export const insideName = (
  guideId: string,
  page: number,
  { widthPx, format }: PictureSize,
): string => `${guideId}-${page}-${widthPx}.${format}`;

/**
 * The pages that parents may see before buying: the contents and the lessons in full. Width and height are those of
 * the large picture.
 */
export function lookInside({
  id,
  title,
  learn,
  preview,
}: Pick<Guide, 'id' | 'title' | 'learn' | 'preview'>) {
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
