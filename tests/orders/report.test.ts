import { expect, test } from 'vitest';
import {
  type PaidOrder,
  grossByDay,
  monthsBefore,
  sumsByProduct,
  totals,
} from '../../netlify/orders/report.ts';

const secondsOf = (iso: string): number => Date.parse(iso) / 1000;

const order = (paidAt: string, more: Partial<PaidOrder> = {}): PaidOrder => ({
  paidAt: secondsOf(paidAt),
  amountInCents: 899,
  refundedInCents: 0,
  taxInCents: 0,
  currency: 'usd',
  productType: 'guide',
  ...more,
});

const BUNDLE = { productType: 'bundle', amountInCents: 1999 };
const ORDERS = [
  order('2026-11-01T04:00:00Z'),
  order('2026-11-21T04:59:59Z', { ...BUNDLE, taxInCents: 120, refundedInCents: 500 }),
  order('2026-11-21T05:00:00Z', { taxInCents: 54 }),
  order('2026-11-30T12:00:00Z', { ...BUNDLE, currency: 'eur' }),
];

test('sums are of each product in each currency, and what is left after refunds and tax', () => {
  expect(sumsByProduct([])).toEqual([]);
  expect(sumsByProduct(ORDERS)).toEqual([
    sum('usd', 2, 1798, 0, 54, 1744, 'guide'),
    sum('usd', 1, 1999, 500, 120, 1379, 'bundle'),
    sum('eur', 1, 1999, 0, 0, 1999, 'bundle'),
  ]);
});

test('totals add up each currency by itself', () => {
  expect(totals([])).toEqual([]);
  expect(totals(ORDERS)).toEqual([
    sum('usd', 3, 3797, 500, 174, 3123),
    sum('eur', 1, 1999, 0, 0, 1999),
  ]);
});

test('days are all of a month in a time zone, with the gross in one currency', () => {
  const options = { month: '2026-11', currency: 'usd', timeZone: 'America/New_York' };
  const days = grossByDay(ORDERS, options);
  expect(days.map(({ day }) => day.slice(-2))).toEqual(
    Array.from({ length: 30 }, (_, day) => String(day + 1).padStart(2, '0')),
  );
  expect(days.filter(({ gross }) => gross > 0)).toEqual([
    { day: '2026-11-01', gross: 899 },
    { day: '2026-11-20', gross: 1999 },
    { day: '2026-11-21', gross: 899 },
  ]);
  const leapYear = grossByDay([], { ...options, month: '2028-02' });
  expect(leapYear.at(-1)).toEqual({ day: '2028-02-29', gross: 0 });
});

test.each([
  ['2026-12-31', 1, '2026-11'],
  ['2027-01-31', 1, '2026-12'],
  ['2026-11-21', 11, '2025-12'],
])('of %s, %d months before is %s', (day, count, month) => {
  expect(monthsBefore(day, count)).toBe(month);
});

function sum(
  ...[currency, orders, gross, refunded, tax, net, productType]: readonly [
    string,
    number,
    number,
    number,
    number,
    number,
    string?,
  ]
) {
  const figures = { currency, orders, gross, refunded, tax, net };
  return productType === undefined ? figures : { ...figures, productType };
}
