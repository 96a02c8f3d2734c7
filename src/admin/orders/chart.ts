import type { ProductType } from '../../contract/catalogue.ts';
import { type Bar, sumOf } from './sums.ts';

const MINOR_PER_MAJOR = 100;
const STEPS = [1, 2, 5, 10];

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

/** What each product sold in a bar, from the bottom, in percent of the scale's upper end. */
export function stackBar<Product extends { product: ProductType }>(
  bar: Bar,
  products: readonly Product[],
  top: number,
): (Product & { percent: number })[] {
  return products
    .map((product) => ({ ...product, percent: (100 * sumOf(bar, product.product).amount) / top }))
    .filter(({ percent }) => percent > 0);
}

/**
 * Whether a bar is named under the chart where there is room for that many names: the last one always,
 * since that is today, and back from it at even distances.
 */
export function isLabeled(index: number, bars: number, labels: number): boolean {
  return (bars - 1 - index) % Math.ceil(bars / labels) === 0;
}
