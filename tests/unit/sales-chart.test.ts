import { expect, test } from 'vitest';
import { drawBars, labeledBars, scaleTicks } from '../../src/admin/orders/chart.ts';
import { labelProducts } from '../../src/admin/orders/product-labels.ts';
import {
  barWords,
  bestBar,
  chartWords,
  tableWords,
} from '../../src/admin/orders/sales-messages.ts';
import { type Bar, barsTotal, countOrders, netAmount, sumOf } from '../../src/admin/orders/sums.ts';

const sum = (orders: number, amount: number, refunded = 0) => ({ orders, amount, refunded });

const filled = (...names: string[]) => names.map((product) => ({ product, fill: '' }));

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

test('bars stand side by side, stacked from the bottom, as high as what was sold', () => {
  const box = { x: 40, y: 10, width: 300, height: 200 };
  const drawn = drawBars(BARS, filled('coral', 'bundle'), 4000, box);
  expect(drawn.map(({ column }) => column.x)).toEqual([40, 140, 240]);
  const [low, high] = drawn[0]?.segments ?? [];
  expect(low).toMatchObject({ product: 'coral', height: (1798 / 4000) * 200 });
  expect((low?.y ?? 0) + (low?.height ?? 0)).toBe(210);
  expect((high?.y ?? 0) + (high?.height ?? 0)).toBeCloseTo(low?.y ?? 0);
  expect(drawn[1]?.segments).toEqual([]);
  expect(drawn[2]?.segments.map(({ product }) => product)).toEqual(['coral']);
});

test('ninety bars on a phone do not overlap, and one alone is no wall', () => {
  const box = { x: 0, y: 0, width: 300, height: 200 };
  const many = Array.from({ length: 90 }, () => ({ from: '', sums: { coral: sum(1, 899) } }));
  const xs = drawBars(many, filled('coral'), 1000, box).flatMap(({ segments }) => segments);
  for (const [index, { x, width }] of xs.entries()) {
    expect(x + width).toBeLessThanOrEqual((xs[index + 1]?.x ?? 300) + 1e-9);
  }
  const [alone] = drawBars(many.slice(0, 1), filled('coral'), 1000, box);
  expect(alone?.segments[0]?.width).toBeLessThan(50);
});

test('names under the bars leave each other room, and the last bar always has one', () => {
  expect(labeledBars(7, 700, 76)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(labeledBars(30, 300, 76)).toEqual([9, 19, 29]);
  expect(labeledBars(90, 0, 76)).toEqual([89]);
  expect(labeledBars(0, 300, 76)).toEqual([]);
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
    'What was sold by day, from November 19, 2026 to November 21, 2026: $46.96 in 4 orders. The best day was November 19, 2026, with $37.97.',
  );
  const months = [{ from: '2026-11', sums: { coral: sum(1, 899) } }];
  expect(chartWords(months, 'USD')).toContain('The best month was November 2026, with $8.99.');
  expect(chartWords([], 'USD')).toBe('Nothing was sold.');
  expect(barWords({ from: '2026-11-21', sums: {} }, 'USD')).toBe(
    'November 21, 2026: $0.00, 0 orders',
  );
  expect(tableWords(BARS)).toBe('The same, day by day');
  expect(tableWords(months)).toBe('The same, month by month');
});

test('of equal bars the earliest is the best, and nothing is best of nothing', () => {
  const equal = ['2026-11-01', '2026-11-02'].map((from) => ({ from, sums: { a: sum(1, 899) } }));
  expect(bestBar(equal)?.from).toBe('2026-11-01');
  expect(bestBar([{ from: '2026-11-01', sums: {} }])).toBeNull();
});

test('no two of the four products look alike, and one that has left the shop keeps its name', () => {
  const products = ['a', 'b', 'c', 'gone'].map((type) => ({ product_type: type, name: type }));
  const labeled = labelProducts(products, { a: { label: 'Ages 6-10', hue: 'coral' } });
  expect(new Set(labeled.map(({ pattern }) => pattern)).size).toBe(4);
  expect(labeled.map(({ label }) => label)).toEqual(['Ages 6-10', 'b', 'c', 'gone']);
});
