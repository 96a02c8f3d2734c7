import { afterAll, expect, test } from 'vitest';
import type { ReportSum } from '../../src/contract/admin-orders.ts';
import { NO_NOTES, type Order } from '../../netlify/orders/order.ts';
import { sums, sumsByProduct } from '../../netlify/orders/report.ts';
import { catalogue, productName } from '../../netlify/shop/catalogue.ts';
import { dayOf, daysAfter } from '../../netlify/shop/words.ts';
import type { Sale } from '../../netlify/stripe/session.ts';
import { refundOf, saleFor } from '../shop/seed.ts';

const { time_zone: zone } = catalogue;
catalogue.time_zone = 'America/New_York';
afterAll(() => void (catalogue.time_zone = zone));

const order = (paidAt: string, more: Partial<Sale> = {}): Order => ({
  sessionId: 'cs_test_1',
  ...saleFor(1, {
    paidAt: Date.parse(paidAt) / 1000,
    amountInCents: 899,
    productType: 'guide',
    ...more,
  }),
  ...NO_NOTES,
});

const BUNDLE = { productType: 'bundle', amountInCents: 1999 };
const ORDERS = [
  order('2026-11-01T04:00:00Z'),
  order('2026-11-21T04:59:59Z', {
    ...BUNDLE,
    taxInCents: 120,
    refunds: [refundOf(500), refundOf(700, 'failed', 're_2')],
  }),
  order('2026-11-21T05:00:00Z', { taxInCents: 54 }),
  order('2026-11-30T12:00:00Z', { ...BUNDLE, currency: 'eur' }),
];

const sum = (
  currency: string,
  orders: number,
  more: Omit<ReportSum, 'currency' | 'orders'>,
): ReportSum => ({ currency, orders, ...more });
const bundle = { product_type: 'bundle', name: productName('bundle') };
const ofBundle = sum('USD', 1, { gross: 1999, refunded: 500, tax: 120, net: 1379 });
const ofEuros = sum('EUR', 1, { gross: 1999, refunded: 0, tax: 0, net: 1999 });

test('sums are by product and by currency, without failed refunds', () => {
  expect([sumsByProduct([]), sums([])]).toEqual([[], []]);
  expect(sumsByProduct(ORDERS)).toEqual([
    {
      ...sum('USD', 2, { gross: 1798, refunded: 0, tax: 54, net: 1744 }),
      product_type: 'guide',
      name: 'guide',
    },
    { ...ofBundle, ...bundle },
    { ...ofEuros, ...bundle },
  ]);
  expect(sums(ORDERS)).toEqual([
    sum('USD', 3, { gross: 3797, refunded: 500, tax: 174, net: 3123 }),
    ofEuros,
  ]);
});

test.each([
  ['UTC', '2026-11-21', '2026-11-21T00:00:00Z', 24],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', 25],
  // This day has no midnight: clocks go from 23:59 to 01:00.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', 23],
])('a day of %s, %s, begins at %s and has %d hours', (timeZone, day, begins, hours) => {
  const first = Date.parse(begins) / 1000;
  const next = first + hours * 3600;
  const around = [first - 1, first, next - 1, next].map((at) => dayOf(at, timeZone));
  expect(around).toEqual([daysAfter(day, -1), day, day, daysAfter(day, 1)]);
});
