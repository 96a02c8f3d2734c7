import sharp, { type Sharp } from 'sharp';

/** The owner's pictures may be large: a drawing in print size, or with an embedded photo. */
export const ANY_SIZE = { unlimited: true, limitInputPixels: false } as const;

/** The dots per inch at which one unit of a drawing is one pixel. */
const OWN_SIZE = 72;
/** Within the limits of sharp's option `density`. */
const densityFor = (scale: number): number => Math.min(Math.max(OWN_SIZE * scale, 1), 2400);

/**
 * Opens a picture the right way up, for sharp to resize. A drawing becomes about `width` pixels
 * wide, whatever its own size. Throws if it cannot be read.
 */
export const openPicture = async (bytes: Buffer, width: number): Promise<Sharp> => {
  const { format, width: ownWidth } = await sharp(bytes, ANY_SIZE).metadata();
  const density = format === 'svg' ? densityFor(width / ownWidth) : OWN_SIZE;
  return sharp(bytes, { ...ANY_SIZE, density }).autoOrient();
};
