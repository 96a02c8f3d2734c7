import { expect, test } from 'vitest';
import { zoneWords } from '../../src/contract/time-zone.ts';
import { isLabeled, scaleTicks, stackBar } from '../../src/admin/orders/SalesChart.tsx';
import { labelProducts } from '../../src/admin/orders/product-labels.ts';
import {
  type Bar,
  barsTotal,
  barWords,
  bestBar,
  chartWords,
  countOrders,
  netAmount,
  spanWords,
  sumOf,
  tableWords,
  unitWords,
} from '../../src/admin/orders/sums.ts';

const sum = (orders: number, amount: number, refunded = 0) => ({ orders, amount, refunded });

const PRODUCTS = [{ product: 'coral' }, { product: 'bundle' }];

const MONTHS: Bar[] = [{ from: '2026-10', sums: {} }];

const BARS: Bar[] = [
  { from: '2026-11-19', sums: { coral: sum(2, 1798), bundle: sum(1, 1999, 1999) } },
  { from: '2026-11-20', sums: {} },
  { from: '2026-11-21', sums: { coral: sum(1, 899), bundle: sum(0, 0) } },
];

test('a scale has few lines, in round steps, up to more than the highest bar', () => {
  expect(scaleTicks(3596, 4)).toEqual([0, 1000, 2000, 3000, 4000]);
  expect(scaleTicks(899, 4)).toEqual([0, 500, 1000]);
  expect(scaleTicks(50, 4)).toEqual([0, 100]);
  expect(scaleTicks(0, 4)).toEqual([0, 100]);
  for (const max of [1, 99, 100, 101, 19_990, 20_000, 123_456, 9_999_999, 1_234_567_890]) {
    const ticks = scaleTicks(max, 4);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
    expect(ticks.length).toBeLessThanOrEqual(5);
    expect(ticks.every((tick) => Number.isInteger(tick / 100))).toBe(true);
  }
});

test('products stand on each other in a bar, as high as what was sold', () => {
  const percents = BARS.map((bar) => stackBar(bar, PRODUCTS, 4000));
  expect(percents).toEqual([
    [
      { product: 'coral', percent: 44.95 },
      { product: 'bundle', percent: 49.975 },
    ],
    [],
    [{ product: 'coral', percent: 22.475 }],
  ]);
});

const labeled = (bars: number, labels: number) =>
  [...Array(bars).keys()].filter((index) => isLabeled(index, bars, labels));

test('names under the bars leave each other room, and the last bar always has one', () => {
  expect(labeled(7, 8)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labeled(30, 3)).toEqual([9, 19, 29]);
  expect(labeled(90, 1)).toEqual([89]);
});

test('sums are exact, and what was given back is not kept', () => {
  expect(barsTotal(BARS)).toEqual(sum(4, 4696, 1999));
  expect(netAmount(barsTotal(BARS))).toBe(2697);
  expect(sumOf({ from: '', sums: {} }, 'coral')).toEqual(sum(0, 0));
  expect(countOrders(1)).toBe('1 order');
  expect(countOrders(1204)).toBe('1,204 orders');
});

test('who does not see the chart is told what it shows', () => {
  expect(chartWords(BARS, 'USD')).toBe(
    'Sales by day, from November 19, 2026 to November 21, 2026: $46.96 in 4 orders. The best day was November 19, 2026, with $37.97.',
  );
  const months = [{ from: '2026-11', sums: { coral: sum(1, 899) } }];
  expect(chartWords(months, 'USD')).toContain('The best month was November 2026, with $8.99.');
  expect(chartWords([], 'USD')).toBe('No sales.');
  expect(barWords({ from: '2026-11-21', sums: {} }, 'USD')).toBe(
    'November 21, 2026: $0.00, 0 orders',
  );
  expect(tableWords(BARS)).toBe('Day by day');
  expect(tableWords(months)).toBe('Month by month');
});

test('which days are meant is said, and of those of UTC when the last began for the owner', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  // Midnight of UTC is one day or the other, depending on where this runs.
  expect(spanWords(BARS, 'UTC', now)).toMatch(
    /^November 19, 2026 to November 21, 2026\. Days run on UTC, so the last day began Nov 2[01], .+ your time\.$/,
  );
  expect(spanWords(BARS.slice(2), 'UTC', now)).toMatch(
    /^November 21, 2026\. Days run on UTC, so that day began Nov 2[01], .+ your time\.$/,
  );
  expect(spanWords(MONTHS, 'UTC', now)).toBe('All time. Months run on UTC.');
  expect([unitWords(BARS), unitWords(MONTHS)]).toEqual(['Day', 'Month']);
});

test('days of a time zone are said to be its days', () => {
  const words = [BARS, BARS.slice(2), MONTHS].map((bars) => spanWords(bars, 'America/New_York', 0));
  expect(words).toEqual([
    'November 19, 2026 to November 21, 2026. Days run on New York time.',
    'November 21, 2026. Days run on New York time.',
    'All time. Months run on New York time.',
  ]);
  expect(zoneWords('America/Argentina/Buenos_Aires')).toBe('Buenos Aires time');
});

test('of equal bars the earliest is the best, and nothing is best of nothing', () => {
  const equal = ['2026-11-01', '2026-11-02'].map((from) => ({ from, sums: { a: sum(1, 899) } }));
  expect(bestBar(equal)?.from).toBe('2026-11-01');
  expect(bestBar([{ from: '2026-11-01', sums: {} }])).toBeNull();
});

test('no two of the four products look alike, and one that has left the shop keeps its name', () => {
  const products = ['a', 'b', 'c', 'gone'].map((type) => ({ product_type: type, name: type }));
  const shown = labelProducts(products, { a: { label: 'Ages 6-10', hue: 'coral' } });
  expect(new Set(shown.map(({ pattern }) => pattern)).size).toBe(4);
  expect(shown.map(({ label }) => label)).toEqual(['Ages 6-10', 'b', 'c', 'gone']);
});
