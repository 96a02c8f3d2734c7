import { readFileSync } from 'node:fs';

export const ART_NAMES = ['seed', 'sprout', 'tree', 'jars'] as const;

/** The drawings that a cover can show. */
export type Art = (typeof ART_NAMES)[number];

/** One flat shape: an SVG path, filled or stroked with round ends. */
export type Shape = {
  readonly d: string;
  readonly fill?: string | undefined;
  readonly stroke?: string | undefined;
  readonly strokeWidth?: number;
  readonly opacity?: number;
};

/** Parts with their own scale, whose origin is at x, y. */
export type Group = {
  readonly parts: readonly Part[];
  readonly x: number;
  readonly y: number;
  readonly scale: number;
};

export type Part = Shape | Group;

/** A picture whose lower edge is the ground. */
export type Drawing = {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly Part[];
};

/** The value of an attribute in a tag. */
const valueOf = (name: string, tag: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];

const shapeOf = (tag: string): Shape => {
  const fill = valueOf('fill', tag);
  return {
    d: valueOf('d', tag) ?? '',
    fill: fill === 'none' ? undefined : fill,
    stroke: valueOf('stroke', tag),
    strokeWidth: Number(valueOf('stroke-width', tag) ?? 1),
    opacity: Number(valueOf('opacity', tag) ?? 1),
  };
};

/**
 * Reads an SVG file of paths, of copies of the coin that it defines, and of groups of both. The
 * path is from the project's folder, in which all commands run.
 */
export const readDrawing = (file: string): Drawing => {
  const svg = readFileSync(file, 'utf8');
  const defined = /<defs>([^]*)<\/defs>/.exec(svg)?.[1] ?? '';
  const coin = Array.from(defined.matchAll(/<path[^>]*>/g), ([tag]) => shapeOf(tag));
  const parts: Part[] = [];
  let group = parts;
  for (const [tag, kind] of svg.replace(defined, '').matchAll(/<(path|use|g|\/g)\b[^>]*>/g)) {
    const numbers = valueOf('transform', tag)?.match(/[\d.]+/g) ?? [];
    const [x = 0, y = 0, scale = 1] = numbers.map(Number);
    if (kind === 'path') group.push(shapeOf(tag));
    if (kind === 'use') group.push({ parts: coin, x, y, scale });
    if (kind === '/g') group = parts;
    if (kind !== 'g') continue;
    group = [];
    parts.push({ parts: group, x, y, scale });
  }
  const [, , width = 0, height = 0] = (valueOf('viewBox', svg) ?? '').split(' ').map(Number);
  return { width, height, parts };
};

/** A drawing on a cover, or "row": the plants of the three guides in one window box. */
export const drawingOf = (name: Art | 'row'): Drawing => readDrawing(`public/drawings/${name}.svg`);

/** A jar with `count` coins in it, at most twelve. */
export const jarOf = (count: number): Drawing => {
  const { parts, ...size } = readDrawing('src/samples/art/jar.svg');
  const coins = new Set(parts.filter((part) => 'parts' in part).slice(0, count));
  return { ...size, parts: parts.filter((part) => !('parts' in part) || coins.has(part)) };
};
