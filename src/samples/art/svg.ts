import {
  COIN,
  type Coin,
  type Drawing,
  DRAWING_WIDTH,
  type Part,
  placeOf,
  type Shape,
} from './drawing.ts';

function path({ d, fill, stroke, strokeWidth, opacity }: Shape): string {
  const line = stroke && ` stroke="${stroke}" stroke-width="${strokeWidth}" stroke-linecap="round"`;
  const faint = opacity === undefined ? '' : ` opacity="${opacity}"`;
  return `<path d="${d}" fill="${fill ?? 'none'}"${line ?? ''}${faint}/>`;
}

/** The coins at the beginning of the parts that are of one size. */
function likeFirst(parts: readonly Part[]): readonly Coin[] {
  const coins: Coin[] = [];
  for (const part of parts) {
    if (!('coin' in part) || part.coin[2] !== (coins[0] ?? part).coin[2]) break;
    coins.push(part);
  }
  return coins;
}

/** Coins of one size as the corners of a line that is not drawn: a copy for each would be four elements more. */
function coinPath(coins: readonly [Coin, ...Coin[]]): string {
  const corners = coins.map(({ coin: [x, y] }) => `${x} ${y}`).join(' ');
  // A point alone is no line, and has no corner.
  const end = coins.length === 1 ? 'h0' : '';
  const places = ['start', 'end', 'mid'].slice(0, coins.length);
  const markers = places.map((place) => ` marker-${place}="url(#coin)"`).join('');
  return `<path d="M${corners}${end}" fill="none" stroke-width="${placeOf(coins[0]).scale}"${markers}/>`;
}

/** The parts as SVG. Its coins need COIN_MARKER in the same document, once. */
export function svgOf(parts: readonly Part[]): string {
  const pieces: string[] = [];
  for (let at = 0; at < parts.length;) {
    const [coin, ...others] = likeFirst(parts.slice(at));
    const part = parts[at];
    if (coin) pieces.push(coinPath([coin, ...others]));
    else if (part && !('coin' in part)) pieces.push(path(part));
    at += 1 + others.length;
  }
  return pieces.join('');
}

/** As large as the line's width says. */
export const COIN_MARKER = `<marker id="coin" overflow="visible">${svgOf(COIN)}</marker>`;

/** A drawing as a file of its own. */
export function svgFile({ height, parts }: Drawing): string {
  const size = `width="${DRAWING_WIDTH}" height="${height}" viewBox="0 0 ${DRAWING_WIDTH} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${COIN_MARKER}</defs>${svgOf(parts)}</svg>`;
}
