import type { LabeledProduct } from './product-labels.ts';
import { type Bar, sumOf } from './sums.ts';

/** All in pixels, from the top left. */
export type Box = { x: number; y: number; width: number; height: number };
type Segment = Box & { product: string; fill: string };
type DrawnBar = { bar: Bar; column: Box; segments: Segment[] };

const MINOR_PER_MAJOR = 100;
const STEPS = [1, 2, 5, 10];

/** A single sale shall not look like a wall. */
const WIDEST_BAR_PX = 44;
const GAP_SHARE = 0.28;

/**
 * The lines of a scale from 0 to at least `max`, in minor units: whole dollars, in steps of 1, 2 or 5
 * times a power of ten, at most `count` above 0.
 *
 *     scaleTicks(3596, 4)  // [0, 1000, 2000, 3000, 4000]
 */
export function scaleTicks(max: number, count: number): number[] {
  const least = Math.max(max / count / MINOR_PER_MAJOR, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = STEPS.find((step) => step * power >= least) ?? 10;
  const step = factor * power * MINOR_PER_MAJOR;
  const lines = Math.max(Math.ceil(max / step), 1);
  return Array.from({ length: lines + 1 }, (_, line) => line * step);
}

/**
 * Where everything stands: one column for each bar, and in it what each product sold, in the order of
 * `products` from the bottom. `top` is the amount at the upper edge of the box.
 */
export function drawBars(
  bars: readonly Bar[],
  products: readonly Pick<LabeledProduct, 'product' | 'fill'>[],
  top: number,
  box: Box,
): DrawnBar[] {
  const step = box.width / Math.max(bars.length, 1);
  const width = Math.min(step * (1 - GAP_SHARE), WIDEST_BAR_PX);
  return bars.map((bar, index) => {
    const x = box.x + index * step;
    let y = box.y + box.height;
    const segments = products.flatMap(({ product, fill }) => {
      const height = (sumOf(bar, product).amount / top) * box.height;
      if (height <= 0) return [];
      y -= height;
      return [{ product, fill, x: x + (step - width) / 2, y, width, height }];
    });
    return { bar, column: { x, y: box.y, width: step, height: box.height }, segments };
  });
}

/**
 * Which bars are named under the chart, so that their names do not touch: the last one always, since
 * that is today, and back from it at even distances.
 */
export function labeledBars(count: number, width: number, labelWidth: number): number[] {
  const fitting = Math.max(Math.floor(width / labelWidth), 1);
  const every = Math.max(Math.ceil(count / fitting), 1);
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % every === 0,
  );
}
