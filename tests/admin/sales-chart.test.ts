import { expect, test } from 'vitest';
import { labelProducts } from '../../src/admin/orders/product-labels.ts';
import { stackBar } from '../../src/admin/orders/SalesChart.tsx';
import {
  type Bar,
  barsTotal,
  barWords,
  chartWords,
  netAmount,
} from '../../src/admin/orders/sums.ts';
import { salesSum as sum } from './sample-data.ts';

const DAYS: Bar[] = [
  { from: '2026-11-19', sums: { coral: sum(2), bundle: sum(1, 1999, 1999) } },
  { from: '2026-11-20', sums: {} },
  { from: '2026-11-21', sums: { coral: sum(1), bundle: sum(0) } },
];
const MONTHS: Bar[] = [{ from: '2026-11', sums: { coral: sum(1) } }];

test('products stand on each other in a bar, as high as what was sold, and sums are exact', () => {
  const products = [{ product: 'coral' }, { product: 'bundle' }];
  const bars = DAYS.map((bar) => stackBar(bar, products, 4000).map(({ percent }) => percent));
  expect(bars).toEqual([[44.95, 49.975], [], [22.475]]);
  expect(barsTotal(DAYS)).toEqual(sum(4, 4696, 1999));
  expect(netAmount(barsTotal(DAYS)), 'what was given back is not kept').toBe(2697);
});

test('who does not see the chart is told what it shows, and of equal bars the earliest is the best', () => {
  const equal = ['2026-11-01', '2026-11-02'].map((from) => ({ from, sums: { a: sum(1) } }));
  expect([DAYS, MONTHS, equal, []].map((bars) => chartWords(bars, 'USD'))).toEqual([
    'Sales by day, from November 19, 2026 to November 21, 2026: $46.96 in 4 orders. The best day was November 19, 2026, with $37.97.',
    'Sales by month, from November 2026 to November 2026: $8.99 in 1 order. The best month was November 2026, with $8.99.',
    expect.stringContaining('The best day was November 1, 2026'),
    'No sales.',
  ]);
  const words = DAYS.map((bar) => barWords(bar, 'USD'));
  expect(words.at(-1)).toBe('November 21, 2026: $8.99, 1 order');
});

test('no two of the four products look alike, and one that has left the shop keeps its name', () => {
  const products = ['a', 'b', 'c', 'gone'].map((type) => ({ product_type: type, name: type }));
  const shown = labelProducts(products, { a: { label: 'Ages 6-10', hue: 'coral' } });
  expect(new Set(shown.map(({ pattern }) => pattern)).size).toBe(4);
  expect(shown.map(({ label }) => label)).toEqual(['Ages 6-10', 'b', 'c', 'gone']);
});
