import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ReportPeriod, ReportResponse } from '../../src/contract/admin-orders.ts';
import { catalogue } from '../../netlify/shop/catalogue.ts';
import { productOf } from '../catalogue.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { saveAll, seedFor } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

const ZONE = 'America/New_York';
catalogue.time_zone = ZONE;
vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-01-02T03:00:00Z') });
const shop = await openTestShop();
const owner = await ownerClient(shop);
beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  await shop.redis.flushall();
});

const reportOf = async (period: ReportPeriod): Promise<ReportResponse> =>
  (await owner.call(`/api/admin/report?period=${period}`)).json();

/** When something was bought, its day in the shop's time zone, its price, and how much was refunded. */
const BOUGHT = [
  ['2026-01-15T12:00:00Z', '2026-01-15', 899, 0],
  ['2026-02-01T05:00:00Z', '2026-02-01', 899, 0],
  ['2026-12-01T04:59:59Z', '2026-11-30', 1999, 0],
  ['2026-12-01T05:00:00Z', '2026-12-01', 1999, 50],
  ['2026-12-10T12:00:00Z', '2026-12-10', 899, 0],
  ['2027-01-01T04:59:59Z', '2026-12-31', 899, 0],
  ['2027-01-01T05:00:00Z', '2027-01-01', 899, 899],
] as const;
const bundle = { productType: 'bundle', taxInCents: 10 };

const sellAll = () =>
  saveAll(
    BOUGHT.map(([at, , amountInCents, refunded], n) => {
      const paidAt = Date.parse(at) / 1000;
      const refund = {
        id: `re_${n}`,
        amountInCents: refunded,
        status: 'succeeded',
        createdAt: paidAt,
      };
      const refunds = refunded > 0 ? [refund] : [];
      return seedFor(n, { ...bundle, paidAt, amountInCents, refunds });
    }),
  );

/** What the CSV file of a month or a year adds up to, and the days in it. */
const fileOf = async (period: string) => {
  const file = await (await owner.call(`/api/admin/orders.csv?period=${period}`)).text();
  const [head = [], ...lines] = file
    .slice(1)
    .trim()
    .split('\r\n')
    .map((line) => line.split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)); // a product's name may have a comma
  const column = (name: string) => lines.map((cells) => cells[head.indexOf(name)] ?? '');
  const cents = (name: string): number =>
    column(name).reduce((sum, cell) => sum + Math.round(Number(cell) * 100), 0);
  return {
    days: column('Day (New York time)'),
    orders: lines.length,
    gross: cents('Amount'),
    refunded: cents('Refunded'),
    tax: cents('Tax'),
  };
};

describe('a report', () => {
  test.each<readonly [ReportPeriod, from: string, to: string]>([
    ['this-month', '2027-01', '2027-01'],
    ['last-month', '2026-12', '2026-12'],
    ['last-12-months', '2026-02', '2027-01'],
  ])('of %s is from %s to %s, by the shop’s clock', async (period, from, to) => {
    expect(await reportOf(period)).toMatchObject({ from, to, products: [], totals: [] });
    await sellAll();
    const { totals, products, ...report } = await reportOf(period);
    const sold = BOUGHT.filter(([, day]) => from <= day && day.slice(0, 7) <= to);
    const gross = sold.reduce((sum, [, , amount]) => sum + amount, 0);
    const refunded = sold.reduce((sum, [, , , back]) => sum + back, 0);
    const tax = 10 * sold.length;
    const sum = { currency: 'USD', orders: sold.length, gross, refunded, tax };
    expect(totals).toEqual([{ ...sum, net: gross - refunded - tax }]);
    const { name } = productOf('bundle');
    expect(products).toEqual([{ product_type: 'bundle', name, ...totals[0] }]);
    expect(report).toMatchObject({ from, to, time_zone: ZONE, currency: 'USD' });
  });

  test('has the gross of each day of its last month', async () => {
    await sellAll();
    const { days } = await reportOf('last-month');
    expect(days).toHaveLength(31);
    expect(days.filter(({ gross }) => gross > 0)).toEqual(
      BOUGHT.filter(([, day]) => day.startsWith('2026-12')).map(([, day, gross]) => ({
        day,
        gross,
      })),
    );
  });

  test('is what the CSV file of the same month adds up to', async () => {
    await sellAll();
    const [total] = (await reportOf('last-month')).totals;
    const { days, ...sums } = await fileOf('2026-12');
    expect(days).toEqual(['2026-12-01', '2026-12-10', '2026-12-31']);
    expect(total).toMatchObject(sums);
    expect((await fileOf('2026')).days).toEqual(BOUGHT.slice(0, -1).map(([, day]) => day));
  });

  test('leaves out what is not paid, and has a product that the catalogue does not have any more', async () => {
    const paidAt = Math.floor(Date.now() / 1000);
    const gone = { paidAt, productType: 'individual_guide_old', currency: 'eur' };
    await saveAll([
      seedFor(1, gone),
      seedFor(2, { createdAt: paidAt, paidAt: null, payment: 'pending' }),
    ]);
    const { products, totals } = await reportOf('this-month');
    const known = { name: 'individual_guide_old', currency: 'EUR', orders: 1 };
    expect(products).toMatchObject([known]);
    expect(totals).toMatchObject([{ currency: 'EUR', orders: 1 }]);
  });

  test.each(['', '?period=2026-11', '?period=this-month&by=day'])('refuses %s', async (query) => {
    const refused = await owner.call(`/api/admin/report${query}`);
    await expectProblem(refused, 400, 'invalid_request');
  });
});
