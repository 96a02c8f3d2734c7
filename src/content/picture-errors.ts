import { findDrawingFaults, sizeOfDrawing } from './drawing-errors.ts';
import { type PictureUse, isPixelPicture, useOfPicture } from './picture-files.ts';
import type { PictureSize, Pictures } from './pictures.ts';

type Shape = {
  /** The widest and the narrowest picture that loses little at its edges: width by height. */
  readonly widest: number;
  readonly narrowest: number;
  readonly advice: string;
};

const SHARE_SHAPE: Shape = {
  widest: 2.1,
  narrowest: 1.7,
  advice: 'Social networks show a picture of 1200 × 630 pixels, almost twice as wide as high.',
};

const SHAPES: Partial<Record<PictureUse, Shape>> = {
  // US Letter is 0.77, A4 0.71.
  cover: {
    widest: 0.85,
    narrowest: 0.65,
    advice: 'A cover is upright, about 3 wide and 4 high, as 900 × 1200 pixels are.',
  },
  share: SHARE_SHAPE,
  article: SHARE_SHAPE,
};

const findShapeFault = (use: PictureUse, { width, height }: PictureSize): string | null => {
  const shape = SHAPES[use];
  const ratio = width / height;
  if (!shape || (ratio >= shape.narrowest && ratio <= shape.widest)) return null;
  return `${shape.advice} This picture is ${Math.round(width)} × ${Math.round(height)}. Crop it.`;
};

function* findFaults(
  file: string,
  use: PictureUse,
  content: ReadonlyMap<string, string>,
  pictures: Pictures,
): Iterable<string> {
  const svg = content.get(file) ?? '';
  const size = isPixelPicture(file) ? pictures.get(file) : sizeOfDrawing(svg);
  if (!isPixelPicture(file)) {
    yield* findDrawingFaults(svg);
  } else if (size === null) {
    yield 'The file can’t be read as a picture. Open it in a program for pictures, and export it again.';
  }
  const shapeFault = size && findShapeFault(use, size);
  if (shapeFault) yield shapeFault;
}

const COVER_EXAMPLES = 'cover.svg, cover.png, cover.jpg or cover.webp';

function* findMissingPictures(files: readonly string[]): Iterable<string> {
  for (const guide of files.filter((file) => /^content\/guides\/[\w-]+\.md$/.test(file))) {
    const folder = guide.replace(/\.md$/, '/');
    const covers = files.filter((file) => useOfPicture(file) === 'cover');
    if (covers.some((file) => file.startsWith(folder))) continue;
    yield `${folder}: This guide has no cover. Put one there, about 3 wide and 4 high: ${COVER_EXAMPLES}.`;
  }
  if (!files.some((file) => useOfPicture(file) === 'share')) {
    yield 'content/share.png: This picture is missing. Social networks show it with a link to the shop. It is 1200 × 630 pixels.';
  }
}

/** Uses of which a folder has one file, whatever its ending. */
const SINGLE: ReadonlySet<PictureUse> = new Set(['cover', 'page', 'planner', 'share']);

const withoutEnding = (file: string): string => file.replace(/\.\w+$/, '');

/** Checks the pictures that the owner puts into content/. */
export function* findPictureErrors(
  content: ReadonlyMap<string, string>,
  pictures: Pictures,
): Iterable<string> {
  const files = [...content.keys()];
  yield* findMissingPictures(files);
  for (const file of files) {
    const use = useOfPicture(file);
    if (!use) continue;
    const first = files.find(
      (other) => useOfPicture(other) === use && withoutEnding(other) === withoutEnding(file),
    );
    if (SINGLE.has(use) && first !== file) {
      yield `${file}: ${first} is the same picture already. Keep one of them.`;
    }
    for (const message of findFaults(file, use, content, pictures)) yield `${file}: ${message}`;
  }
}
