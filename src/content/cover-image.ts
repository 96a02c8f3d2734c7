import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { openPicture } from './open-picture.ts';

type Size = { readonly width: number; readonly height: number };

/** The path of a cover's file. `folder` is a folder of content/guides. */
export const findCoverFile = (folder: string): string | undefined =>
  globSync(`content/guides/${folder}/cover.{svg,png,jpg,jpeg,webp}`)[0];

/** Draws the cover in that size, in pixels, as a PNG. Cuts off what does not fit its shape. */
export const drawCover = async (folder: string, { width, height }: Size): Promise<Buffer> => {
  const bytes = await readFile(findCoverFile(folder) ?? '');
  const picture = await openPicture(bytes, width);
  return picture.resize(width, height, { fit: 'cover' }).png().toBuffer();
};
