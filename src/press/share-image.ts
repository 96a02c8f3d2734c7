import satori from 'satori';
import sharp from 'sharp';
import { loadFonts } from './fonts.ts';
import { rowSide, sceneSide, SHARE_IMAGE } from './share-picture.ts';
import { layOutWords, type ShareWords } from './share-words.ts';

/** The picture that a shared link shows: a PNG of 1200 by 630. */
export async function drawShareImage(share: ShareWords): Promise<Buffer> {
  const { serif, sans, bold } = await loadFonts();
  const words = await satori(layOutWords(share), {
    ...SHARE_IMAGE,
    fonts: [
      { name: 'Source Sans', data: sans, weight: 400 },
      { name: 'Source Sans', data: bold, weight: 600 },
      { name: 'Fraunces', data: serif, weight: 600 },
    ],
  });
  const picture = share.art ? sceneSide(share.art, share.hue ?? 'coral') : rowSide();
  const { width, height } = SHARE_IMAGE;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${picture}${words}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, colors: 192, effort: 7 }).toBuffer();
}
