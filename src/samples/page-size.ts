/** US Letter, in points. */
export const PAGE = { width: 612, height: 792 } as const;

/** The height in pixels of a picture of a page that is so wide. */
export function heightOfPage(widthPx: number): number {
  return Math.round((widthPx * PAGE.height) / PAGE.width);
}
