import { COIN_FLAT, COIN_TINT, type Hue, HUES, INK, LEAF, PAPER, QUIET } from './art/colors.ts';
import { DRAWING_WIDTH } from './art/drawing.ts';
import { placed, ROW, ROW_WIDTH } from './art/row.ts';
import { type Art, SCENES } from './art/scenes.ts';
import { svgOf } from './art/svg.ts';
import { type Box, box, drawPicture } from './picture.ts';

/** The texts and art of a page's share image. Without `art`, it shows the whole row of plants. */
export type ShareWords = {
  readonly brand: string;
  readonly heading: string;
  readonly line: string;
  readonly hue?: Hue | undefined;
  readonly art?: Art | undefined;
  readonly price?: string | undefined;
};

/** The size in pixels that social networks expect. */
const SHARE_IMAGE = { width: 1200, height: 630 } as const;
/** The width of the text beside a scene or the row. */
const TEXT_WIDTH = { scene: 660, row: 540 } as const;

const SIDE = { x: 784, width: SHARE_IMAGE.width - 784 };
const GROUND = 540;
const FEET = 586;
const ROW_SCALE = 0.88;
const TABLE = 552;

/** The mark of public/favicon.svg. */
const LOGO =
  `<g transform="translate(66 56)scale(.8125)"><rect width="64" height="64" rx="15" fill="${LEAF}"/>` +
  '<path d="M31 36C31 27 26 21 15 20c0 10 6 16 16 16Z" fill="#bfe3c6"/><path d="M33 31c0-10 6-16 17-17 0 11-6 17-17 17Z" fill="#ddf1da"/>' +
  '<path d="M32 30v14" stroke="#ddf1da" stroke-width="3.5" stroke-linecap="round"/><ellipse cx="32" cy="49" rx="16" ry="7" fill="#e3a72f"/><ellipse cx="32" cy="47" rx="16" ry="6" fill="#f3cb6b"/></g>';

const BEHIND = `<rect width="100%" height="100%" fill="${PAPER}"/>${LOGO}`;

/** The right side as a cover, with the guide's hue and its scene standing on the ground. */
function sceneSide(art: Art, hue: Hue): string {
  const { parts, height } = SCENES[art];
  const scale = Math.min(460 / height, 372 / DRAWING_WIDTH);
  const x = SIDE.x + (SIDE.width - DRAWING_WIDTH * scale) / 2;
  const scene = placed(svgOf(parts), { x, y: FEET - height * scale, scale });
  const side = `x="${SIDE.x}" width="${SIDE.width}" height="100%"`;
  return (
    `${BEHIND}<rect ${side} fill="${HUES[hue].flat}"/>` +
    `<rect ${side} y="${GROUND}" fill="${INK}" opacity=".28"/>${scene}`
  );
}

/** The row of plants, on a table along the lower edge. */
function rowSide(): string {
  const place = {
    x: SHARE_IMAGE.width - 34 - ROW_WIDTH * ROW_SCALE,
    y: TABLE + 12 - 419 * ROW_SCALE,
    scale: ROW_SCALE,
  };
  return `${BEHIND}<rect y="${TABLE}" width="100%" height="100%" fill="${COIN_TINT}"/>${placed(ROW, place)}`;
}

const LEFT = 66;
const TOP = 56;

/** The font size in pixels, smaller for longer headings. */
function headingSize({ length }: string): number {
  if (length <= 26) return 76;
  if (length <= 60) return 62;
  return length <= 90 ? 52 : 42;
}

function priceTag(price: string): Box {
  const style = { borderRadius: 12, backgroundColor: COIN_FLAT, color: INK, fontWeight: 600 };
  return box({ ...style, padding: '5px 22px 8px', fontSize: 36 }, price);
}

/** The text column: brand at the top, heading and line in the middle, price at the bottom. */
function layOutWords({ brand, heading, line, hue, art, price }: ShareWords): Box {
  const size = headingSize(heading);
  const width = art ? TEXT_WIDTH.scene : TEXT_WIDTH.row;
  const serif = { fontFamily: 'Fraunces', fontSize: size, lineHeight: 1.1, color: INK };
  const below = { fontSize: 31, lineHeight: 1.3, color: hue ? HUES[hue].deep : QUIET };
  return box(
    { flexDirection: 'column', marginLeft: LEFT, marginTop: TOP, width },
    box({ alignItems: 'center', paddingLeft: 68, height: 52, fontSize: 30, color: INK }, brand),
    box(
      {
        flexDirection: 'column',
        justifyContent: 'center',
        height: SHARE_IMAGE.height - 2 * TOP - 132,
      },
      box({ ...serif, display: 'block', textWrap: 'balance', lineClamp: 5 }, heading),
      box({ ...below, marginTop: 22, display: 'block', lineClamp: 2 }, line),
    ),
    box({ height: 80, alignItems: 'flex-end' }, ...(price ? [priceTag(price)] : [])),
  );
}

/** The picture shown with a shared link, a PNG of 1200 by 630 pixels. */
export function drawShareImage(share: ShareWords): Promise<Buffer> {
  const picture = share.art ? sceneSide(share.art, share.hue ?? 'coral') : rowSide();
  return drawPicture(SHARE_IMAGE, picture, layOutWords(share));
}
