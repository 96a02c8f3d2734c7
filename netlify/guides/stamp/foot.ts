/** A box of a page, in the page's units. */
export type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** The line is drawn for US Letter, and scaled by the shorter side of other pages. */
const LETTER_WIDTH = 612;

/** From the lower edge to the line, in points of US Letter. */
const MARGIN = 14;

/** The common part of both boxes, or the outer one where there is none. */
export const intersection = (outer: Box, inner: Box): Box => {
  const x = Math.max(outer.x, inner.x);
  const y = Math.max(outer.y, inner.y);
  const width = Math.min(outer.x + outer.width, inner.x + inner.width) - x;
  const height = Math.min(outer.y + outer.height, inner.y + inner.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : outer;
};

/** The matrix that moves a line around 0, 0 to the middle of a page's foot. Readers turn the page by `rotate` degrees. */
export const footOf = (
  { x, y, width, height }: Box,
  rotate: number,
): readonly [number, number, number, number, number, number] => {
  const scale = Math.min(width, height) / LETTER_WIDTH;
  const [centerX, centerY, margin] = [x + width / 2, y + height / 2, MARGIN * scale];
  const quarters = ((Math.round(rotate / 90) % 4) + 4) % 4;
  if (quarters === 1) return [0, scale, -scale, 0, x + width - margin, centerY];
  if (quarters === 2) return [-scale, 0, 0, -scale, centerX, y + height - margin];
  if (quarters === 3) return [0, -scale, scale, 0, x + margin, centerY];
  return [scale, 0, 0, scale, centerX, y + margin];
};
