import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { SalesRange, SalesResponse, SalesSum } from '../../src/contract/admin-orders.ts';
import { exportsOf } from '../../src/admin/orders/exports.ts';
import { barTotal, barsTotal } from '../../src/admin/orders/sums.ts';
import { catalogue } from '../../netlify/catalogue.ts';
import { PRODUCTS, plainDollars } from '../catalogue.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { keepAll, sessionFor } from '../shop/seed.ts';
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

const salesOf = async (range: SalesRange): Promise<SalesResponse> =>
  (await owner.call(`/api/admin/sales?range=${range}`)).json();

const NOTHING = { orders: 0, amount: 0, discount: 0, refunded: 0 };

/** When something was bought, the owner's day of it, its price and what went back of it. */
const BOUGHT = [
  ['2023-05-05T12:00:00Z', '2023-05-05', 899, 0],
  ['2026-11-20T05:00:00Z', '2026-11-20', 899, 0],
  ['2026-11-21T03:00:00Z', '2026-11-20', 1999, 50],
  ['2026-11-21T04:59:59Z', '2026-11-20', 899, 0],
  ['2026-11-21T05:00:00Z', '2026-11-21', 899, 0],
  ['2026-12-01T03:00:00Z', '2026-11-30', 1999, 0],
  ['2026-12-10T12:00:00Z', '2026-12-10', 899, 0],
  ['2027-01-01T04:00:00Z', '2026-12-31', 899, 0],
  ['2027-01-01T06:00:00Z', '2027-01-01', 899, 899],
] as const;

const sellAll = () =>
  keepAll(
    BOUGHT.map(([at, , amountInCents, refunded], n) => {
      const createdAt = Date.parse(at) / 1000;
      const refund = { id: `re_${n}`, amountInCents: refunded, status: 'succeeded', createdAt };
      return sessionFor(n, { createdAt, amountInCents, refunds: refunded > 0 ? [refund] : [] });
    }),
  );

/** Of each line of a CSV file the day, the time, what was paid, what of it went back, and the discount. */
const linesOf = async (query: string): Promise<string[][]> => {
  const file = await (await owner.call(`/api/admin/orders.csv${query}`)).text();
  const [head, ...lines] = file.trim().split('\r\n');
  expect(head).toContain(',Day (New York time),Time (UTC),Product,Amount,Refunded,');
  // From the end where the name of a product, which may have a comma, stands before.
  return lines.map((line) => [2, 3, -8, -7, -2].map((column) => line.split(',').at(column) ?? ''));
};

/** What a CSV file adds up to. */
const fileSum = async (query: string): Promise<SalesSum> => {
  const lines = await linesOf(query);
  const cents = (column: number): number =>
    lines.reduce((sum, line) => sum + Math.round(Number(line[column]) * 100), 0);
  return { orders: lines.length, amount: cents(2), refunded: cents(3), discount: cents(4) };
};

describe('the sums', () => {
  test.each<readonly [SalesRange, bars: number, last: string, orders: number]>([
    ['today', 1, '2027-01-01', 1],
    ['7', 7, '2027-01-01', 2],
    ['30', 30, '2027-01-01', 3],
    ['90', 90, '2027-01-01', 8],
    // What is older than the bars go back is in the sum of all the same.
    ['all', 24, '2027-01', 9],
  ])('of %s have %d bars up to %s, and %d orders', async (range, bars, last, orders) => {
    const empty = await salesOf(range);
    expect(empty).toMatchObject({ range, currency: 'USD', time_zone: ZONE, total: NOTHING });
    expect(empty.products.map(({ name, sum }) => [name, sum])).toEqual(
      PRODUCTS.map(({ name }) => [name, NOTHING]),
    );
    await sellAll();
    const sales = await salesOf(range);
    expect([sales.bars.length, sales.bars.at(-1)?.from]).toEqual([bars, last]);
    expect(sales.total.orders).toBe(orders);
    const byProduct = sales.products.reduce((sum, one) => sum + one.sum.amount, 0);
    expect(byProduct).toBe(sales.total.amount);
  });

  test('have an order on the day that it was by the owner’s clock, its refund too, as the CSV has it', async () => {
    await sellAll();
    const day = '2026-11-20';
    const bar = (await salesOf('90')).bars.find(({ from }) => from === day);
    expect(bar && barTotal(bar)).toEqual({ orders: 3, amount: 3797, discount: 0, refunded: 50 });
    expect(await linesOf(`?from=${day}&to=${day}`)).toEqual(
      BOUGHT.filter(([, by]) => by === day).map(([at, , paid, refunded]) => {
        const time = at.replace('T', ' ').replace('Z', '');
        return [day, time, plainDollars(paid), plainDollars(refunded), '0.00'];
      }),
    );
    expect((await linesOf('')).map(([by]) => by)).toEqual(BOUGHT.map(([, by]) => by));
  });

  test('are what the CSV files add up to, by day, by year and as a whole', async () => {
    await sellAll();
    for (const bar of (await salesOf('7')).bars) {
      expect(await fileSum(`?from=${bar.from}&to=${bar.from}`)).toEqual(barTotal(bar));
    }
    const { total, bars } = await salesOf('all');
    const files = exportsOf({ total, bars }, BOUGHT.length);
    const sums = await Promise.all(
      files.map(({ href }) => fileSum(new URL(href, shop.siteUrl).search)),
    );
    const ofYear = (year: string) => barsTotal(bars.filter(({ from }) => from.startsWith(year)));
    const older = { orders: 1, amount: BOUGHT[0][2], discount: 0, refunded: 0 };
    expect(files.map(({ label }, n) => [label, sums[n]])).toEqual([
      ['2027', ofYear('2027')],
      ['2026', ofYear('2026')],
      ['Before 2026', older],
      ['All orders', total],
    ]);
  });

  test('show a product that the catalogue does not have any more', async () => {
    const createdAt = Math.floor(Date.now() / 1000);
    await keepAll([sessionFor(1, { createdAt, productType: 'individual_guide_old' })]);
    const { products, bars } = await salesOf('today');
    expect(products).toHaveLength(PRODUCTS.length + 1);
    expect(products.at(-1)).toMatchObject({ name: 'individual_guide_old', sum: { orders: 1 } });
    expect(bars[0]?.sums['individual_guide_old']).toMatchObject({ orders: 1 });
  });

  test.each(['', '?range=8', '?range=7&by=day'])('refuse %s', async (query) => {
    const refused = await owner.call(`/api/admin/sales${query}`);
    await expectProblem(refused, 400, 'invalid_request');
  });
});
