import { HUES, INK, LABEL, type Hue } from './art/colors.ts';
import { DRAWING_WIDTH } from './art/drawing.ts';
import { placed, ROW, ROW_WIDTH } from './art/row.ts';
import { type Art, SCENES } from './art/scenes.ts';
import { svgOf } from './art/svg.ts';
import { type Box, box, drawPicture } from './picture.ts';

/** Without `hue` and `art`, the cover of the bundle, with the row of plants. */
export type CoverWords = {
  readonly brand: string;
  readonly title: string;
  readonly below: string;
  readonly hue?: Hue;
  readonly art?: Art;
};

/** In pixels, three to each of an email's. */
const COVER = { width: 288, height: 384 } as const;

// The proportions of src/components/GuideCover.astro.
const LEFT = COVER.width * 0.14;
const WIDTH = COVER.width * 0.76;
const GROUND = COVER.height * 0.84;
const FEET = COVER.height * 0.92;
const SCENE_TOP = COVER.height * 0.41;
/** Beside the words on the label. */
const SIDE = 8;

function sceneOf(art: Art): string {
  const { parts, height } = SCENES[art];
  const scale = Math.min((FEET - SCENE_TOP) / height, WIDTH / DRAWING_WIDTH);
  const x = LEFT + (WIDTH - DRAWING_WIDTH * scale) / 2;
  return placed(svgOf(parts), { x, y: FEET - height * scale, scale });
}

function rowOf(): string {
  const scale = (COVER.width * 0.84) / ROW_WIDTH;
  return placed(ROW, { x: COVER.width * 0.095, y: FEET - 417 * scale, scale });
}

function label({ brand, title, below }: CoverWords): Box {
  const small = { fontSize: 14, lineHeight: 1.2 };
  const serif = { fontFamily: 'Fraunces', fontSize: 26, lineHeight: 1.12, margin: '5px 0 7px' };
  return box(
    {
      flexDirection: 'column',
      alignItems: 'center',
      width: WIDTH - 2 * SIDE,
      margin: `${COVER.width * 0.09}px 0 0 ${LEFT}px`,
      padding: `10px ${SIDE}px`,
      borderRadius: 7,
      backgroundColor: LABEL,
      color: INK,
      textAlign: 'center',
    },
    box(small, brand),
    box({ ...serif, display: 'block', textWrap: 'balance' }, title),
    box(small, below),
  );
}

/** The picture of a cover in emails, a PNG of 288 by 384 pixels. */
export function drawCover(words: CoverWords): Promise<Buffer> {
  const { width, height } = COVER;
  const color = words.hue ? HUES[words.hue].flat : INK;
  const ground = `<rect width="100%" height="100%" fill="${color}"/><rect y="${GROUND}" width="100%" height="${height - GROUND}" fill="${INK}" opacity=".28"/>`;
  const spine = `<rect width="${width * 0.05}" height="100%" fill="${INK}" opacity=".14"/>`;
  return drawPicture(
    COVER,
    ground + (words.art ? sceneOf(words.art) : rowOf()) + spine,
    label(words),
  );
}
