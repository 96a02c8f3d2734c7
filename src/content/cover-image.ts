import { globSync } from 'node:fs';
import sharp from 'sharp';

type Size = { readonly width: number; readonly height: number };

/** The path of a cover's file. `folder` is a folder of content/guides. */
export const findCoverFile = (folder: string): string | undefined =>
  globSync(`content/guides/${folder}/cover.{svg,png,jpg,jpeg,webp}`)[0];

/** Draws the cover in that size, in pixels, as a PNG. Cuts off what does not fit its shape. */
export const drawCover = (folder: string, { width, height }: Size): Promise<Buffer> =>
  sharp(findCoverFile(folder), { density: 144 })
    .autoOrient()
    .resize(width, height, { fit: 'cover' })
    .png()
    .toBuffer();
