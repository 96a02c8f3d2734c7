import { COIN_TINT, type Hue, HUES, INK, LEAF, PAPER } from './art/colors.ts';
import { DRAWING_WIDTH } from './art/drawing.ts';
import { ROW_BOX, ROW_PLANTS, ROW_WIDTH, ROW_WINDOWS } from './art/row.ts';
import { type Art, SCENES } from './art/scenes.ts';
import { COIN_MARKER, svgOf } from './art/svg.ts';

/** In pixels, as the networks want it. */
export const SHARE_IMAGE = { width: 1200, height: 630 } as const;
/** How wide the words beside a scene or the row may be. */
export const TEXT_WIDTH = { scene: 660, row: 540 } as const;

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

const BEHIND = `<defs>${COIN_MARKER}</defs><rect width="100%" height="100%" fill="${PAPER}"/>${LOGO}`;

function placed(inside: string, { x, y, scale }: { x: number; y: number; scale: number }): string {
  return `<g transform="translate(${x} ${y})scale(${scale})">${inside}</g>`;
}

/** The right side as a cover: the guide's hue, and its scene on the ground. */
export function sceneSide(art: Art, hue: Hue): string {
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
export function rowSide(): string {
  const plants = ROW_PLANTS.map(({ art, ...place }) => placed(svgOf(SCENES[art].parts), place));
  const row = svgOf(ROW_WINDOWS) + plants.join('') + svgOf(ROW_BOX);
  const place = {
    x: SHARE_IMAGE.width - 34 - ROW_WIDTH * ROW_SCALE,
    y: TABLE + 12 - 419 * ROW_SCALE,
    scale: ROW_SCALE,
  };
  return `${BEHIND}<rect y="${TABLE}" width="100%" height="100%" fill="${COIN_TINT}"/>${placed(row, place)}`;
}
