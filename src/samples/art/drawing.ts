/** One flat shape: an SVG path, filled or stroked with round ends. */
export type Shape = {
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly strokeWidth?: number;
  readonly opacity?: number;
};

/** A coin, by its center and radius. */
export type Coin = { readonly coin: readonly [x: number, y: number, radius: number] };

export type Part = Shape | Coin;

/** A picture, 200 wide, that stands on its lower edge. */
export type Drawing = { readonly height: number; readonly parts: readonly Part[] };

export const DRAWING_WIDTH = 200;

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
const COIN_RADIUS = 10;

/** Coins at the given centers, with the given radii. */
export function coins(...circles: readonly Coin['coin'][]): Coin[] {
  return circles.map((coin) => ({ coin }));
}

/** The position and scale of a coin relative to COIN. */
export function transformOf({ coin: [x, y, radius] }: Coin): {
  x: number;
  y: number;
  scale: number;
} {
  return { x, y, scale: radius / COIN_RADIUS };
}
