import { type PDFOperator, type PDFPage, concatTransformationMatrix } from '@cantoo/pdf-lib';

const LETTER_WIDTH_IN_POINTS = 612;

const MARGIN_IN_POINTS = 14;

/** PDF readers clip a larger crop box to the media box. */
const visibleBox = (page: PDFPage) => {
  const media = page.getMediaBox();
  const crop = page.getCropBox();
  const isCropLarger = crop.width > media.width || crop.height > media.height;
  return isCropLarger ? media : crop;
};

/** Moves the origin to the bottom center of the page, as PDF readers show it after rotation. */
export const moveToFoot = (page: PDFPage): PDFOperator => {
  const { x, y, width, height } = visibleBox(page);
  const scale = Math.min(width, height) / LETTER_WIDTH_IN_POINTS;

  // PDF readers turn a page clockwise in steps of 90 degrees, so sine and cosine are -1, 0 or 1.
  const radians = (page.getRotation().angle * Math.PI) / 180;
  const cos = Math.round(Math.cos(radians));
  const sin = Math.round(Math.sin(radians));

  // Distances from the center of the page. A page turned by 90 degrees shows one of its sides at
  // the bottom.
  const toBottom = height / 2 - MARGIN_IN_POINTS * scale;
  const toSide = width / 2 - MARGIN_IN_POINTS * scale;
  const footX = x + width / 2 + sin * toSide;
  const footY = y + height / 2 - cos * toBottom;
  return concatTransformationMatrix(
    cos * scale,
    sin * scale,
    -sin * scale,
    cos * scale,
    footX,
    footY,
  );
};
