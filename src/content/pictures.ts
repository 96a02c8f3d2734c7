import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { isPixelPicture } from './picture-files.ts';

/** The size of a picture in pixels, or in the units of a drawing's viewBox. */
export type PictureSize = { readonly width: number; readonly height: number };

/** By the file's path in the project. null for a file that cannot be read as a picture. */
export type Pictures = ReadonlyMap<string, PictureSize | null>;

const sizeOf = async (file: string): Promise<PictureSize | null> => {
  try {
    // A phone stores a photo as it was held, and how to turn it.
    const { autoOrient } = await sharp(await readFile(file)).metadata();
    return autoOrient;
  } catch {
    return null;
  }
};

export async function readPictures(root: string, files: Iterable<string>): Promise<Pictures> {
  const pictures = [...files].filter(isPixelPicture);
  const sizes = await Promise.all(pictures.map((file) => sizeOf(path.join(root, file))));
  return new Map(pictures.map((file, index) => [file, sizes[index] ?? null]));
}
