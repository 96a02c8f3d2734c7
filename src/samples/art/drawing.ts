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

/** The coin that all others copy, with radius 10 around 0 0. */
export const COIN: readonly Shape[] = [
  {
    d: 'M-.4-10C5.6-10.2 10-5.5 10-.2A10 10 0 0 1 .2 10 10 10 0 0 1-10 .1C-10-5.4-6.1-9.8-.4-10',
    fill: '#d1922a',
  },
  {
    d: 'M-.3-9.9C5-10 8.6-5.9 8.6-.8S4.9 8 0 8A8.4 8.4 0 0 1-8.6-.7c0-4.9 3.3-9.1 8.3-9.2',
    fill: '#f0bf55',
  },
  { d: 'M-3.6-.6a3.6 3.6 0 1 1 7.2-.3 3.6 3.6 0 1 1-7.2.3', fill: '#d99c2f' },
];

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
 * A drawing of public/drawings, an SVG file of paths, copies of the coin, and groups of them. "row" is the plants of the
 * three guides in one window box. The shop's commands run in the project's folder.
 */
export const readDrawing = (name: Art | 'row'): Drawing => {
  const svg = readFileSync(`public/drawings/${name}.svg`, 'utf8');
  const [head = '', shapes = ''] = svg.split('</defs>'); // the coin is defined above
  const parts: Part[] = [];
  let group = parts;
  for (const [tag, kind] of shapes.matchAll(/<(path|use|g|\/g)\b[^>]*>/g)) {
    const [x = 0, y = 0, scale = 1] =
      valueOf('transform', tag)
        ?.match(/[\d.]+/g)
        ?.map(Number) ?? [];
    if (kind === 'path') group.push(shapeOf(tag));
    if (kind === 'use') group.push({ parts: COIN, x, y, scale });
    if (kind === '/g') group = parts;
    if (kind !== 'g') continue;
    group = [];
    parts.push({ parts: group, x, y, scale });
  }
  const [width = 0, height = 0] = [valueOf('width', head), valueOf('height', head)].map(Number);
  return { width, height, parts };
};

/** Coins, each by its center and radius: "x y radius, x y radius". */
export const coins = (circles: string): Group[] =>
  circles.split(', ').map((circle) => {
    const [x = 0, y = 0, radius = 0] = circle.split(' ').map(Number);
    return { parts: COIN, x, y, scale: radius / 10 };
  });

/** Coins from the bottom up. */
const HEAP = coins(
  '27 94 10, 49 95 10, 71 94 10, 38 77 10, 61 77 10, 82 77 9, 19 76 9, 50 60 10, 72 60 10, 28 59 10, 40 43 10, 62 43 10',
);

/** A jar with `count` coins in it, at most twelve. */
export const jarOf = (count: number): Drawing => ({
  width: 100,
  height: 110,
  parts: [
    {
      d: 'M14 24C9 29 5 36 5 45L6 94C6 102 12 108 20 108L81 107C89 107 95 101 95 93L96 44C96 36 92 28 87 23Z',
      fill: '#f4e6c8',
    },
    ...HEAP.slice(0, count),
    { d: 'M13 42C11 47 11 52 11 58L12 72', stroke: '#fffdf8', strokeWidth: 4 },
    {
      d: 'M12 6L87 5C92 5 94 7 94 11L92 22C91 25 90 26 86 26L14 27C10 27 8 25 8 22L6 12C6 8 8 6 12 6Z',
      fill: '#17332b',
    },
  ],
});
