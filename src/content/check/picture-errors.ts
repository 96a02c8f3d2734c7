import { findDrawingFaults, sizeOfDrawing } from './drawing-errors.ts';
import { type PictureUse, isPixelPicture, useOfPicture } from '../picture-files.ts';
import type { PictureSize, Pictures } from './pictures.ts';

type Rule = {
  /** In pixels. A narrower picture would be blurred. */
  readonly minWidth: number;
  /** Width divided by height. Cropping a wider or narrower picture would cut off too much. */
  readonly widest?: number;
  readonly narrowest?: number;
  readonly advice?: string;
};

const SHARE_RULE: Rule = {
  minWidth: 600,
  widest: 2.1,
  narrowest: 1.7,
  advice: 'Social networks show a picture of 1200 × 630 pixels, almost twice as wide as tall.',
};

const RULES: Readonly<Record<PictureUse, Rule>> = {
  // US Letter is 0.77, A4 0.71.
  cover: {
    minWidth: 480,
    widest: 0.85,
    narrowest: 0.65,
    advice: 'A cover is taller than wide, about 3 by 4, such as 900 × 1200 pixels.',
  },
  page: { minWidth: 800 },
  planner: { minWidth: 400 },
  logo: { minWidth: 72 },
  share: SHARE_RULE,
  article: SHARE_RULE,
};

const describeSize = ({ width, height }: PictureSize): string =>
  `This picture is ${Math.round(width)} × ${Math.round(height)}.`;

const findShapeFault = (use: PictureUse, size: PictureSize): string | null => {
  const { widest = Infinity, narrowest = 0, advice = '' } = RULES[use];
  const ratio = size.width / size.height;
  if (ratio >= narrowest && ratio <= widest) return null;
  return `${advice} ${describeSize(size)} Crop it.`;
};

const UNREADABLE =
  'The file is incomplete, or can’t be read as a picture. Copy it again, or open it and export it as a PNG.';

function* findPixelFaults(use: PictureUse, size: PictureSize): Iterable<string> {
  const { minWidth } = RULES[use];
  if (size.width < minWidth) {
    yield `The picture is too small and would look blurred. It needs at least ${minWidth} pixels across. ${describeSize(size)} Export a larger one.`;
  }
  const shapeFault = findShapeFault(use, size);
  if (shapeFault) yield shapeFault;
}

function* findFaults(
  file: string,
  use: PictureUse,
  svg: string,
  size: PictureSize | null | undefined,
): Iterable<string> {
  if (isPixelPicture(file)) {
    if (size) yield* findPixelFaults(use, size);
    if (size === null) yield UNREADABLE;
    return;
  }
  const faults = [...findDrawingFaults(svg)];
  yield* faults;
  if (faults.length === 0 && size === null) yield UNREADABLE;
  const ownSize = sizeOfDrawing(svg);
  const shapeFault = ownSize && findShapeFault(use, ownSize);
  if (shapeFault) yield shapeFault;
}

const COVER_EXAMPLES = 'cover.svg, cover.png, cover.jpg or cover.webp';

function* findMissingPictures(files: readonly string[]): Iterable<string> {
  for (const guide of files.filter((file) => /^content\/guides\/[\w-]+\.md$/.test(file))) {
    const folder = guide.replace(/\.md$/, '/');
    const covers = files.filter((file) => useOfPicture(file) === 'cover');
    if (covers.some((file) => file.startsWith(folder))) continue;
    yield `${folder}: This guide has no cover. Add one to this folder, about 3:4 (width to height): ${COVER_EXAMPLES}.`;
  }
  if (!files.some((file) => useOfPicture(file) === 'share')) {
    yield 'content/share.png: This picture is missing. Social networks show it with a link to the shop. It should be 1200 × 630 pixels.';
  }
}

/** The uses that allow only one picture, regardless of its extension. */
const SINGLE: ReadonlySet<PictureUse> = new Set(['cover', 'page', 'planner', 'share']);

const withoutExtension = (file: string): string => file.replace(/\.\w+$/, '');

/** Checks the owner's pictures in content/. */
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
      (other) => useOfPicture(other) === use && withoutExtension(other) === withoutExtension(file),
    );
    if (SINGLE.has(use) && first !== file) {
      yield `${file}: There is also ${first}. Keep one of them, and delete the other.`;
    }
    const faults = findFaults(file, use, content.get(file) ?? '', pictures.get(file));
    for (const message of faults) yield `${file}: ${message}`;
  }
}
