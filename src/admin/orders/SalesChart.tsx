import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatMoney } from '../../content/money.ts';
import { dayWords } from '../time.ts';
import { drawBars, labeledBars, scaleTicks } from './chart.ts';
import type { LabeledProduct } from './product-labels.ts';
import { barWords, chartWords } from './sales-messages.ts';
import { type Bar, barTotal } from './sums.ts';

const HEIGHT_PX = 240;
const TOP_PX = 10;
const UNDER_PX = 28;
const LABEL_PX = 76;
/** So that the last name is not cut off at the edge. */
const HALF_LABEL_PX = 30;
const DIGIT_PX = 8;
const LINES = 4;

const TEXT = 'fill-quiet text-[0.8125rem] tabular-nums';

/** The width of an element in whole pixels, kept up to date; 0 before it is known. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

type Props = { bars: readonly Bar[]; currency: string; products: readonly LabeledProduct[] };

/** What was sold by day or month, one bar each, stacked by product. Its numbers are in the tables too. */
export function SalesChart({ bars, currency, products }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [pointed, setPointed] = useState<Bar | null>(null);

  const ticks = scaleTicks(Math.max(...bars.map((bar) => barTotal(bar).amount)), LINES);
  const top = ticks.at(-1) ?? 0;
  const tickWords = ticks.map((tick) => formatMoney(tick, currency).replace(/\.00$/, ''));
  const x = Math.max(...tickWords.map((words) => words.length)) * DIGIT_PX + 8;
  const box = {
    x,
    y: TOP_PX,
    width: Math.max(width - x, 0),
    height: HEIGHT_PX - TOP_PX - UNDER_PX,
  };
  const yOf = (amount: number) => box.y + box.height - (amount / top) * box.height;
  const drawn = drawBars(bars, products, top, box);
  const labeled = labeledBars(bars.length, box.width, LABEL_PX);

  return (
    <figure className="mt-6">
      <p className="sr-only">{chartWords(bars, currency)}</p>
      <div ref={frame} className="h-60">
        {width > 0 && (
          <svg
            width={width}
            height={HEIGHT_PX}
            aria-hidden="true"
            onPointerLeave={() => setPointed(null)}
          >
            {ticks.map((tick, index) => (
              <g key={tick}>
                <line x1={x} x2={width} y1={yOf(tick)} y2={yOf(tick)} className="stroke-rule" />
                <text x={x - 8} y={yOf(tick)} className={TEXT} textAnchor="end" dy="0.35em">
                  {tickWords[index]}
                </text>
              </g>
            ))}
            {drawn.map(({ bar, column, segments }, index) => (
              <g key={bar.from} className="group" onPointerEnter={() => setPointed(bar)}>
                <rect {...column} className="fill-transparent group-hover:fill-leaf-tint" />
                {segments.map(({ product, ...segment }) => (
                  <rect key={product} {...segment} className="chart-segment" />
                ))}
                {labeled.includes(index) && (
                  <text
                    x={Math.min(column.x + column.width / 2, width - HALF_LABEL_PX)}
                    y={HEIGHT_PX - 6}
                    className={TEXT}
                    textAnchor="middle"
                  >
                    {dayWords(bar.from, 'short')}
                  </text>
                )}
              </g>
            ))}
          </svg>
        )}
      </div>
      {/* For who points at a bar; everybody else has the tables. */}
      <figcaption className="mt-1 min-h-6 text-small text-quiet" aria-hidden="true">
        {pointed && barWords(pointed, currency)}
      </figcaption>
    </figure>
  );
}
