import type { PictureSize } from './pictures.ts';

/** What a drawing must not have, and why, with what to do about it. */
const DRAWING_FAULTS: readonly { readonly found: RegExp; readonly message: string }[] = [
  {
    // It would run with the shop's origin if somebody opened the drawing directly.
    found: /<script|\son\w+=|javascript:/i,
    message: 'A drawing has no scripts. Save it as a plain SVG with only shapes and colors.',
  },
  {
    found: /<text\b/i,
    message:
      'The drawing has text, which other devices show in another font. In your drawing program, convert it to paths (outlines), and save again.',
  },
  {
    found: /<foreignObject\b/i,
    message:
      'The drawing has a part (foreignObject) that browsers don’t show in a picture. Save it as a plain SVG.',
  },
  {
    found: /(?:href|src)\s*=\s*["'](?!#|data:image\/)|url\(\s*["']?(?!#|data:image\/)/i,
    message:
      'The drawing needs another file, which browsers don’t load for a picture. Embed it, or save the picture as a .png.',
  },
  {
    found: /currentColor/i,
    message:
      'The drawing has the color currentColor, which is black in a picture, and can’t be seen on a dark page. Replace it with a color that shows on light and dark, such as #6b7d73.',
  },
];

const VIEW_BOX = /<svg\b[^>]*\bviewBox\s*=\s*["']([^"']*)["']/i;

/** In the units of its viewBox. Returns null for a drawing without one. */
export const sizeOfDrawing = (svg: string): PictureSize | null => {
  const numbers = VIEW_BOX.exec(svg)?.[1] ?? '';
  const [, , width = 0, height = 0] = numbers
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return width > 0 && height > 0 ? { width, height } : null;
};

export function* findDrawingFaults(svg: string): Iterable<string> {
  if (!/<svg\b[^>]*\bxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/i.test(svg)) {
    yield 'The file isn’t a complete SVG drawing: its first tag needs xmlns="http://www.w3.org/2000/svg". Save it again as a plain SVG.';
  }
  if (!sizeOfDrawing(svg)) {
    yield 'The drawing doesn’t say how large it is, so it can’t be resized. Its first tag needs a viewBox, as in viewBox="0 0 300 400".';
  }
  for (const { found, message } of DRAWING_FAULTS) {
    if (found.test(svg)) yield message;
  }
}
