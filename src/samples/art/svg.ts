import { COIN, type Coin, type Part, transformOf, type Shape } from './drawing.ts';

function path({ d, fill, stroke, strokeWidth, opacity }: Shape): string {
  const line = stroke && ` stroke="${stroke}" stroke-width="${strokeWidth}" stroke-linecap="round"`;
  const faint = opacity === undefined ? '' : ` opacity="${opacity}"`;
  return `<path d="${d}" fill="${fill ?? 'none'}"${line ?? ''}${faint}/>`;
}

/** The run of same-sized coins at the start of the parts. */
function likeFirst(parts: readonly Part[]): readonly Coin[] {
  const coins: Coin[] = [];
  for (const part of parts) {
    if (!('coin' in part) || part.coin[2] !== (coins[0] ?? part).coin[2]) break;
    coins.push(part);
  }
  return coins;
}

/** Same-sized coins as markers on an invisible line, which takes four elements fewer than copies. */
function coinPath(coins: readonly [Coin, ...Coin[]]): string {
  const corners = coins.map(({ coin: [x, y] }) => `${x} ${y}`).join(' ');
  // A single point is not a line and has no markers.
  const end = coins.length === 1 ? 'h0' : '';
  const positions = ['start', 'end', 'mid'].slice(0, coins.length);
  const markers = positions.map((position) => ` marker-${position}="url(#coin)"`).join('');
  return `<path d="M${corners}${end}" fill="none" stroke-width="${transformOf(coins[0]).scale}"${markers}/>`;
}

/** The parts as SVG. Its coins need COIN_MARKER once in the same document. */
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

/** The coin as a marker, scaled by the width of its line. */
export const COIN_MARKER = `<marker id="coin" overflow="visible">${svgOf(COIN)}</marker>`;

/** SVG as a separate file of this size. */
export function svgFile(width: number, height: number, inside: string): string {
  const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${COIN_MARKER}</defs>${inside}</svg>`;
}
