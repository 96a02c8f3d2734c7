import satori from 'satori';
import sharp from 'sharp';
import { COIN_MARKER } from './art/svg.ts';
import { loadFonts } from './fonts.ts';

type Styles = Readonly<Record<string, string | number>>;
/** An object that satori accepts as a React element. */
export type Box = {
  readonly type: 'div';
  readonly props: { readonly style: Styles; readonly children: readonly (Box | string)[] };
  readonly key: null;
};

export function box(style: Styles, ...children: (Box | string)[]): Box {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children }, key: null };
}

/** A PNG of this size in pixels: a drawing, and words on top of it. */
export async function drawPicture(
  { width, height }: { width: number; height: number },
  drawing: string,
  words: Box,
): Promise<Buffer> {
  const { serif, sans, bold } = await loadFonts();
  const lines = await satori(words, {
    width,
    height,
    fonts: [
      { name: 'Source Sans', data: sans, weight: 400 },
      { name: 'Source Sans', data: bold, weight: 600 },
      { name: 'Fraunces', data: serif, weight: 600 },
    ],
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${COIN_MARKER}</defs>${drawing}${lines}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, colors: 192, effort: 7 }).toBuffer();
}
