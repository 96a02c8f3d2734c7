/** One flat shape: the path of an SVG, filled or drawn as a line with round ends. */
export type Shape = {
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
  readonly strokeWidth?: number;
  readonly opacity?: number;
};

/** A coin by its middle and its radius. */
export type Coin = { readonly coin: readonly [x: number, y: number, radius: number] };

export type Part = Shape | Coin;

/** A picture 200 wide that stands on its lower edge. */
export type Drawing = { readonly height: number; readonly parts: readonly Part[] };

export const DRAWING_WIDTH = 200;

/** The coin that all others are copies of: radius 10 around 0 0. */
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

/** Coins where the numbers say. */
export function coins(...places: readonly Coin['coin'][]): Coin[] {
  return places.map((coin) => ({ coin }));
}

/** How a coin is moved and sized from the one above. */
export function placeOf({ coin: [x, y, radius] }: Coin): { x: number; y: number; scale: number } {
  return { x, y, scale: radius / COIN_RADIUS };
}
