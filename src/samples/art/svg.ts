import { COIN, type Drawing, type Part } from './drawing.ts';

function write(part: Part): string {
  if ('parts' in part) {
    const place = `transform="translate(${part.x} ${part.y})scale(${part.scale})"`;
    if (part.parts === COIN) return `<use href="#coin" ${place}/>`;
    return `<g ${place}>${svgOf(part.parts)}</g>`;
  }
  const { d, fill = 'none', stroke, strokeWidth, opacity } = part;
  const line = stroke && ` stroke="${stroke}" stroke-width="${strokeWidth}" stroke-linecap="round"`;
  const faint = opacity === undefined ? '' : ` opacity="${opacity}"`;
  return `<path d="${d}" fill="${fill}"${line ?? ''}${faint}/>`;
}

/** The parts as SVG. Its coins need COIN_DEFS once in the same document. */
export const svgOf = (parts: readonly Part[]): string => parts.map(write).join('');

export const COIN_DEFS = `<defs><g id="coin">${svgOf(COIN)}</g></defs>`;

/** A drawing as a separate file. */
export const svgFile = ({ width, height, parts }: Drawing): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${COIN_DEFS}${svgOf(parts)}</svg>`;
