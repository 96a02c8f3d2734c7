import { useRef, useState } from 'react';
import { drawBars, labeledBars, scaleTicks } from './chart.ts';
import type { Mark } from './product-labels.ts';
import { barWords, chartWords } from './sales-messages.ts';
import { type Bar, barTotal } from './sums.ts';
import { dayWords } from '../time.ts';
import { formatMoney } from '../../content/money.ts';
import { useWidth } from '../use-width.ts';

const HEIGHT_PX = 240;
const TOP_PX = 10;
const UNDER_PX = 28;
const LABEL_PX = 76;
/** So that the last name is not cut off at the edge. */
const HALF_LABEL_PX = 30;
const DIGIT_PX = 8;
const LINES = 4;

type Props = { bars: readonly Bar[]; currency: string; marks: readonly Mark[] };

/** What was sold by day or month, one bar each, stacked by product. Its numbers are in the tables too. */
export function SalesChart({ bars, currency, marks }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const [pointedAt, setPointedAt] = useState<number | null>(null);

  const ticks = scaleTicks(Math.max(...bars.map((bar) => barTotal(bar).amount)), LINES);
  const top = ticks.at(-1) ?? 0;
  const tickWords = ticks.map((tick) => formatMoney(tick, currency).replace(/\.00$/, ''));
  const left = Math.max(...tickWords.map((words) => words.length)) * DIGIT_PX + 8;
  const box = {
    x: left,
    y: TOP_PX,
    width: Math.max(width - left, 0),
    height: HEIGHT_PX - TOP_PX - UNDER_PX,
  };
  const bottom = box.y + box.height;
  const products = marks.map(({ product }) => product);
  const fills = new Map(marks.map(({ product, id }) => [product, `url(#${id})`]));
  const drawn = drawBars(bars, products, top, box);
  const labeled = labeledBars(bars.length, box.width, LABEL_PX);
  const pointed = pointedAt === null ? undefined : bars[pointedAt];

  return (
    <figure className="mt-6">
      <p className="sr-only">{chartWords(bars, currency)}</p>
      <div ref={frame} className="chart">
        {width > 0 && (
          <svg
            width={width}
            height={HEIGHT_PX}
            aria-hidden="true"
            onPointerLeave={() => setPointedAt(null)}
          >
            {ticks.map((tick, index) => {
              const y = bottom - (tick / top) * box.height;
              return (
                <g key={tick}>
                  <line x1={left} x2={width} y1={y} y2={y} className="chart-line" />
                  <text x={left - 8} y={y} className="chart-text" textAnchor="end" dy="0.35em">
                    {tickWords[index]}
                  </text>
                </g>
              );
            })}
            {drawn.map(({ from, column, segments }, index) => (
              <g key={from} onPointerEnter={() => setPointedAt(index)}>
                <rect {...column} className="chart-column" />
                {segments.map(({ product, ...segment }) => (
                  <rect
                    key={product}
                    {...segment}
                    fill={fills.get(product)}
                    className="chart-mark"
                  />
                ))}
                {labeled.includes(index) && (
                  <text
                    x={Math.min(column.x + column.width / 2, width - HALF_LABEL_PX)}
                    y={HEIGHT_PX - 6}
                    className="chart-text"
                    textAnchor="middle"
                  >
                    {dayWords(from, 'short')}
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
