import { COIN, type Drawing, DRAWING_WIDTH, type Part, placeOf, type Shape } from './drawing.ts';

function path({ d, fill, stroke, strokeWidth, opacity }: Shape): string {
  const line = stroke && ` stroke="${stroke}" stroke-width="${strokeWidth}" stroke-linecap="round"`;
  const faint = opacity === undefined ? '' : ` opacity="${opacity}"`;
  return `<path d="${d}" fill="${fill ?? 'none'}"${line ?? ''}${faint}/>`;
}

/** The parts as SVG. Its coins are copies of COIN_SYMBOL, which must be in the same document once. */
export function svgOf(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (!('coin' in part)) return path(part);
      const { x, y, scale } = placeOf(part);
      return `<use href="#coin" transform="translate(${x} ${y})scale(${scale})"/>`;
    })
    .join('');
}

export const COIN_SYMBOL = `<g id="coin">${svgOf(COIN)}</g>`;

/** A drawing as a file of its own. */
export function svgFile({ height, parts }: Drawing): string {
  const size = `width="${DRAWING_WIDTH}" height="${height}" viewBox="0 0 ${DRAWING_WIDTH} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${COIN_SYMBOL}</defs>${svgOf(parts)}</svg>`;
}
