import sharp, { type Sharp } from 'sharp';

/** The owner's pictures may be large. A drawing may be print-sized or contain a photo. */
export const ANY_SIZE = { unlimited: true, limitInputPixels: false } as const;

/** The dots per inch at which one unit of a drawing is one pixel. */
const UNSCALED_DENSITY = 72;
/** Keeps the result within the range that sharp accepts for `density`. */
const densityFor = (scale: number): number => Math.min(Math.max(UNSCALED_DENSITY * scale, 1), 2400);

/**
 * Opens a picture the right way up, for sharp to resize. A drawing becomes about `width` pixels
 * wide, whatever its own size. Throws if the picture cannot be read.
 */
export const openPicture = async (bytes: Buffer, width: number): Promise<Sharp> => {
  const { format, width: ownWidth } = await sharp(bytes, ANY_SIZE).metadata();
  const density = format === 'svg' ? densityFor(width / ownWidth) : UNSCALED_DENSITY;
  return sharp(bytes, { ...ANY_SIZE, density }).autoOrient();
};
