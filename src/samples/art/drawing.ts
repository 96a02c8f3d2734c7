/** One flat shape: an SVG path, filled or stroked with round ends. */
export type Shape = {
  readonly d: string;
  readonly fill?: string;
  readonly stroke?: string;
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

/** Coins, each by its center and radius: "x y radius, x y radius". */
export const coins = (circles: string): Group[] =>
  circles.split(', ').map((circle) => {
    const [x = 0, y = 0, radius = 0] = circle.split(' ').map(Number);
    return { parts: COIN, x, y, scale: radius / 10 };
  });
