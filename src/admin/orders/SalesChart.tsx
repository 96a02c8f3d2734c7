import { useState } from 'react';
import { formatMoney } from '../../content/money.ts';
import type { ProductType } from '../../contract/catalogue.ts';
import { dayWords } from '../time.ts';
import type { LabeledProduct } from './product-labels.ts';
import { type Bar, barTotal, barWords, chartWords, sumOf } from './sums.ts';

const MINOR_PER_MAJOR = 100;
const STEPS = [1, 2, 5, 10];

/**
 * The ticks of a scale from 0 to at least `max`, in minor units. The step is 1, 2 or 5 times a power of ten
 * in whole dollars. At most `count` ticks are above 0.
 *
 *     scaleTicks(3596, 4)  // [0, 1000, 2000, 3000, 4000]
 */
function scaleTicks(max: number, count: number): number[] {
  const least = Math.max(max / count / MINOR_PER_MAJOR, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = STEPS.find((step) => step * power >= least) ?? 10;
  const step = factor * power * MINOR_PER_MAJOR;
  const steps = Math.max(Math.ceil(max / step), 1);
  return Array.from({ length: steps + 1 }, (_, index) => index * step);
}

/** Each product's share of a bar, from the bottom, in percent of the scale's upper end. */
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
 * Whether a bar gets a label if the chart has space for `labels` of them. The last bar always gets one,
 * because it is today. The others follow at even distances.
 */
function isLabeled(index: number, bars: number, labels: number): boolean {
  return (bars - 1 - index) % Math.ceil(bars / labels) === 0;
}

const LINES = 4;
/** How many labels fit under the bars on a phone, and on a wider screen. */
const LABELS = 3;
const LABELS_WIDE = 8;
/** Centers a label under its bar, but keeps the last one within the chart. */
const LABEL =
  'absolute top-full left-1/2 mt-1.5 -translate-x-1/2 leading-none whitespace-nowrap group-last:left-[min(50%,100%-1.5rem)]';

type Props = { bars: readonly Bar[]; currency: string; products: readonly LabeledProduct[] };

/** A bar for each day or month, stacked by product. The tables show the same numbers. */
export function SalesChart({ bars, currency, products }: Props) {
  const [pointed, setPointed] = useState<Bar | null>(null);
  const ticks = scaleTicks(Math.max(...bars.map((bar) => barTotal(bar).amount)), LINES);
  const top = ticks.at(-1) ?? 0;
  return (
    <figure className="mt-6">
      <p className="sr-only">{chartWords(bars, currency)}</p>
      <div
        className="grid h-60 grid-cols-[auto_1fr] gap-2 pt-2.5 pb-7 text-[0.8125rem] text-quiet tabular-nums"
        aria-hidden="true"
        onPointerLeave={() => setPointed(null)}
      >
        {/* Labels and lines have no height, so that each is exactly at its amount. */}
        <div className="flex flex-col-reverse justify-between text-right leading-[0]">
          {ticks.map((tick) => (
            <span key={tick}>{formatMoney(tick, currency).replace(/\.00$/, '')}</span>
          ))}
        </div>
        <div className="relative flex">
          <div className="absolute inset-0 flex flex-col-reverse justify-between">
            {ticks.map((tick) => (
              <span key={tick} className="h-0 border-t border-rule" />
            ))}
          </div>
          {bars.map((bar, index) => (
            <div
              key={bar.from}
              className="group relative flex flex-1 flex-col-reverse items-center hover:bg-leaf-tint"
              onPointerEnter={() => setPointed(bar)}
            >
              {stackBar(bar, products, top).map(({ product, hue, pattern, percent }) => (
                <span
                  key={product}
                  className="product-fill w-[72%] max-w-11 border-card not-first:border-b forced-colors:border-[color:CanvasText]"
                  data-hue={hue}
                  data-pattern={pattern}
                  style={{ height: `${percent}%` }}
                />
              ))}
              {isLabeled(index, bars.length, LABELS) && (
                <span className={`${LABEL} md:hidden`}>{dayWords(bar.from, 'short')}</span>
              )}
              {isLabeled(index, bars.length, LABELS_WIDE) && (
                <span className={`${LABEL} max-md:hidden`}>{dayWords(bar.from, 'short')}</span>
              )}
            </div>
          ))}
        </div>
      </div>
      {/* Only a pointer fills this line. Keyboard and screen reader users have the tables. */}
      <figcaption className="mt-1 min-h-6 text-small text-quiet" aria-hidden="true">
        {pointed && barWords(pointed, currency)}
      </figcaption>
    </figure>
  );
}
