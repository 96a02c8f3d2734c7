import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReportPeriod } from '../../src/contract/admin-orders.ts';
import { productOf } from '../catalog.ts';
import { disputeOf, refundOf, saveAll, seedFor } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const { readReport } = await import('../../netlify/admin/report.ts');
const { catalog } = await import('../../netlify/shop/catalog.ts');

const { product_type: productType } = productOf('guide-1');

/** The last second of 2026 in New York. */
const LAST_SECOND = '2027-01-01T04:59:59Z';
/** The first second of 2027 in New York. */
const FIRST_SECOND = '2027-01-01T05:00:00Z';

const setClock = (time: string): void =>
  void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(time) });

const { time_zone } = catalog;
beforeEach(async () => {
  Object.assign(catalog, { time_zone: 'America/New_York' });
  await shop.redis.flushall();
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(catalog, { time_zone });
});

type Months = { readonly period: ReportPeriod; readonly from: string; readonly to: string };

const IN_DECEMBER: readonly Months[] = [
  { period: 'this-month', from: '2026-12', to: '2026-12' },
  { period: 'last-month', from: '2026-11', to: '2026-11' },
  { period: 'last-12-months', from: '2026-01', to: '2026-12' },
];

const IN_JANUARY: readonly Months[] = [
  { period: 'this-month', from: '2027-01', to: '2027-01' },
  { period: 'last-month', from: '2026-12', to: '2026-12' },
  { period: 'last-12-months', from: '2026-02', to: '2027-01' },
];

describe('in the last second of December in the shop’s time zone', () => {
  test.each(IN_DECEMBER)(
    'covers $from to $to in the report “$period” at the end of December',
    async (row) => {
      setClock(LAST_SECOND);
      expect(await readReport(row.period)).toMatchObject({ from: row.from, to: row.to });
    },
  );
});

describe('in the first second of January in the shop’s time zone', () => {
  test.each(IN_JANUARY)(
    'covers $from to $to in the report “$period” at the start of January',
    async (row) => {
      setClock(FIRST_SECOND);
      expect(await readReport(row.period)).toMatchObject({ from: row.from, to: row.to });
    },
  );
});

const save = (n: number, paidAt: string, more: object = {}): Promise<void> =>
  saveAll([
    seedFor(n, { productType, amountInCents: 899, paidAt: Date.parse(paidAt) / 1000, ...more }),
  ]);

const totals = async (period: ReportPeriod) => (await readReport(period)).totals;

describe('a report', () => {
  test('counts an order in the month of its payment in the shop’s time zone', async () => {
    setClock('2027-01-15T12:00:00Z');
    await save(1, LAST_SECOND);
    await save(2, FIRST_SECOND, { amountInCents: 1999 });
    expect(await totals('last-month')).toMatchObject([{ orders: 1, gross: 899 }]);
    expect(await totals('this-month')).toMatchObject([{ orders: 1, gross: 1999 }]);
  });

  test.each([
    { name: 'no refund', refunds: [], refunded: 0, net: 899 },
    { name: 'a full refund', refunds: [refundOf(899)], refunded: 899, net: 0 },
    { name: 'a partial refund', refunds: [refundOf(300)], refunded: 300, net: 599 },
    { name: 'a failed refund', refunds: [refundOf(899, 'failed')], refunded: 0, net: 899 },
    {
      name: 'a partial refund and a refund of the remaining amount',
      refunds: [refundOf(300), refundOf(599, 'pending', 're_2')],
      refunded: 899,
      net: 0,
    },
  ])('computes the totals of a sale with $name', async ({ refunds, refunded, net }) => {
    setClock('2027-01-15T12:00:00Z');
    await save(1, FIRST_SECOND, { refunds });
    const expected = { currency: 'USD', orders: 1, gross: 899, refunded, disputed: 0, tax: 0, net };
    expect(await totals('this-month')).toEqual([expected]);
  });

  test('counts a later refund in the month of its sale', async () => {
    setClock('2027-01-15T12:00:00Z');
    const inJanuary = Date.parse('2027-01-10T12:00:00Z') / 1000;
    await save(1, LAST_SECOND, { refunds: [refundOf(899, 'succeeded', 're_1', inJanuary)] });
    expect(await totals('last-month')).toMatchObject([{ refunded: 899 }]);
    expect(await totals('this-month')).toEqual([]);
  });

  test('subtracts the amount that the bank withdrew in a dispute', async () => {
    setClock('2027-01-15T12:00:00Z');
    await save(1, FIRST_SECOND, { disputes: [disputeOf('lost', 'dp_1', 5, 899)] });
    expect(await totals('this-month')).toMatchObject([{ disputed: 899, net: 0 }]);
  });

  test('counts only paid orders', async () => {
    setClock('2027-01-15T12:00:00Z');
    const createdAt = Date.parse(FIRST_SECOND) / 1000;
    await saveAll([seedFor(1, { payment: 'pending', paidAt: null, createdAt })]);
    expect(await totals('this-month')).toEqual([]);
  });
});
