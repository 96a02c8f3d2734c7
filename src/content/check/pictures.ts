import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { ANY_SIZE, openPicture } from '../open-picture.ts';
import { useOfPicture } from '../picture-files.ts';

/** The size of a picture in pixels, or in the units of a drawing's viewBox. */
export type PictureSize = { readonly width: number; readonly height: number };

/** Keyed by the file's path in the project. null if the file cannot be read as a picture. */
export type Pictures = ReadonlyMap<string, PictureSize | null>;

/** In pixels. Small, because the result is not used. */
const PREVIEW_WIDTH = 32;

/** Decodes the whole picture, because a file that was cut off still states its size. */
const readPicture = async (file: string): Promise<PictureSize | null> => {
  try {
    const bytes = await readFile(file);
    // Phones store photos without rotating them, and record the rotation in the metadata.
    const { autoOrient } = await sharp(bytes, ANY_SIZE).metadata();
    await (await openPicture(bytes, PREVIEW_WIDTH)).resize(PREVIEW_WIDTH).raw().toBuffer();
    return autoOrient;
  } catch {
    return null;
  }
};

/** Reads the pictures that the shop shows, including drawings. */
export async function readPictures(root: string, files: Iterable<string>): Promise<Pictures> {
  const pictures = [...files].filter((file) => useOfPicture(file) !== undefined);
  const sizes = await Promise.all(pictures.map((file) => readPicture(path.join(root, file))));
  return new Map(pictures.map((file, index) => [file, sizes[index] ?? null]));
}
