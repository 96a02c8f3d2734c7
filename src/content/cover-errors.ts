import { PIXEL_PICTURE, type PictureSize, type Pictures } from './pictures.ts';

const COVER = /^content\/guides\/([\w-]+)\/cover\.(svg|png|jpe?g|webp)$/;

const EXAMPLES = 'cover.svg, cover.png, cover.jpg or cover.webp';

/** Wider and narrower pictures would lose much at their edges. US Letter is 0.77, A4 0.71. */
const WIDEST = 0.85;
const NARROWEST = 0.65;

/** What a drawing must not have, and why, with what to do about it. */
const DRAWING_FAULTS: readonly { readonly found: RegExp; readonly message: string }[] = [
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
      'The drawing needs another file, which browsers don’t load for a picture. Embed it, or save the cover as a .png.',
  },
];

const VIEW_BOX = /<svg\b[^>]*\bviewBox\s*=\s*["']([^"']*)["']/i;

const viewBoxOf = (svg: string): PictureSize | null => {
  const numbers = VIEW_BOX.exec(svg)?.[1] ?? '';
  const [, , width = 0, height = 0] = numbers
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return width > 0 && height > 0 ? { width, height } : null;
};

function* findDrawingFaults(svg: string): Iterable<string> {
  if (!/<svg\b[^>]*\bxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/i.test(svg)) {
    yield 'The file isn’t a complete SVG drawing: its first tag needs xmlns="http://www.w3.org/2000/svg". Save it again as a plain SVG.';
  }
  if (!viewBoxOf(svg)) {
    yield 'The drawing doesn’t say how large it is, so it can’t be resized. Its first tag needs a viewBox, as in viewBox="0 0 300 400".';
  }
  for (const { found, message } of DRAWING_FAULTS) {
    if (found.test(svg)) yield message;
  }
}

const findShapeFault = ({ width, height }: PictureSize): string | null => {
  const shape = width / height;
  if (shape >= NARROWEST && shape <= WIDEST) return null;
  return `A cover is upright, about 3 wide and 4 high, as 900 × 1200 pixels are. This picture is ${Math.round(width)} × ${Math.round(height)}. Crop it.`;
};

function* findCoverFaults(
  file: string,
  content: ReadonlyMap<string, string>,
  pictures: Pictures,
): Iterable<string> {
  const isDrawing = !PIXEL_PICTURE.test(file);
  const svg = content.get(file) ?? '';
  if (isDrawing) yield* findDrawingFaults(svg);
  const size = isDrawing ? viewBoxOf(svg) : (pictures.get(file) ?? null);
  if (!isDrawing && size === null) {
    yield 'The file can’t be read as a picture. Open it in a program for pictures, and export it again.';
  }
  const shapeFault = size && findShapeFault(size);
  if (shapeFault) yield shapeFault;
}

/** Checks each guide's cover, a file named "cover" in the guide's folder. */
export function* findCoverErrors(
  content: ReadonlyMap<string, string>,
  pictures: Pictures,
): Iterable<string> {
  const files = [...content.keys()];
  const covers = files.filter((file) => COVER.test(file));
  for (const guide of files.filter((file) => /^content\/guides\/[\w-]+\.md$/.test(file))) {
    const folder = guide.replace(/\.md$/, '/');
    const [first, second] = covers.filter((file) => file.startsWith(folder));
    if (first === undefined) {
      yield `${folder}: This guide has no cover. Put one there, about 3 wide and 4 high: ${EXAMPLES}.`;
    }
    if (second !== undefined) yield `${second}: ${first} is the cover already. Keep one of them.`;
  }
  for (const file of covers) {
    for (const message of findCoverFaults(file, content, pictures)) yield `${file}: ${message}`;
  }
}
