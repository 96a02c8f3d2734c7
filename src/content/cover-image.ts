import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { openPicture } from './open-picture.ts';

type Size = { readonly width: number; readonly height: number };

/** The path of the cover in a folder in content/guides; undefined if there is none. */
export const findCoverFile = (folder: string): string | undefined =>
  globSync(`content/guides/${folder}/cover.{svg,png,jpg,jpeg,webp}`)[0];

/** Returns the cover as a PNG of the given size in pixels. Crops what does not fit. */
export const drawCover = async (folder: string, { width, height }: Size): Promise<Buffer> => {
  const bytes = await readFile(findCoverFile(folder) ?? '');
  const picture = await openPicture(bytes, width);
  return picture.resize(width, height, { fit: 'cover' }).png().toBuffer();
};
