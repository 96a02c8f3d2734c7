import { expect, test, vi } from 'vitest';
import type { SalesRange, SalesResponse } from '../../src/contract/admin-orders.ts';
import { exportsOf } from '../../src/admin/orders/exports.ts';
import { type Bar, barTotal, barsTotal } from '../../src/admin/orders/sums.ts';
import { catalogue } from '../../netlify/catalogue.ts';
import { plainDollars } from '../catalogue.ts';
import { ownerClient } from '../shop/owner.ts';
import { keepAll, sessionFor } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

const ZONE = 'America/New_York';
catalogue.time_zone = ZONE;
vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2027-01-02T03:00:00Z') });
vi.spyOn(console, 'log').mockReturnValue();
const shop = await openTestShop();
const owner = await ownerClient(shop);

/** When something was bought, the owner's day of it, its price and what went back of it. */
const BOUGHT = [
  ['2026-11-20T05:00:00Z', '2026-11-20', 899, 0],
  ['2026-11-21T03:00:00Z', '2026-11-20', 1999, 50],
  ['2026-11-21T04:59:59Z', '2026-11-20', 899, 0],
  ['2026-11-21T05:00:00Z', '2026-11-21', 899, 0],
  ['2026-12-01T03:00:00Z', '2026-11-30', 1999, 0],
  ['2027-01-01T04:00:00Z', '2026-12-31', 899, 0],
  ['2027-01-01T06:00:00Z', '2027-01-01', 899, 899],
] as const;

await keepAll(
  BOUGHT.map(([at, , amountInCents, refunded], n) => {
    const createdAt = Date.parse(at) / 1000;
    const refund = { id: `re_${n}`, amountInCents: refunded, status: 'succeeded', createdAt };
    return sessionFor(n, { createdAt, amountInCents, refunds: refunded > 0 ? [refund] : [] });
  }),
);

const salesOf = async (range: SalesRange): Promise<SalesResponse> =>
  (await owner.call(`/api/admin/sales?range=${range}`)).json();

/** Of each line of a CSV file the day, the time, what was paid, what of it went back, and the discount. */
const linesOf = async (query: string): Promise<string[][]> => {
  const file = await (await owner.call(`/api/admin/orders.csv${query}`)).text();
  const [head, ...lines] = file.trim().split('\r\n');
  expect(head).toContain(',Day (New York time),Time (UTC),Product,Amount,Refunded,');
  // From the end where the name of a product, which may have a comma, stands before.
  return lines.map((line) => [2, 3, -8, -7, -2].map((column) => line.split(',').at(column) ?? ''));
};

test('an order is of the day that it was by the owner’s clock, in the sums and in the CSV', async () => {
  const day = '2026-11-20';
  const bar = (await salesOf('90')).bars.find(({ from }) => from === day);
  expect(bar && barTotal(bar)).toEqual({ orders: 3, amount: 3797, discount: 0, refunded: 50 });
  const ofDay = BOUGHT.filter(([, by]) => by === day);
  expect(await linesOf(`?from=${day}&to=${day}`)).toEqual(
    ofDay.map(([at, , paid, refunded]) => {
      const time = at.replace('T', ' ').replace('Z', '');
      return [day, time, plainDollars(paid), plainDollars(refunded), '0.00'];
    }),
  );
  expect((await linesOf('')).map(([by]) => by)).toEqual(BOUGHT.map(([, by]) => by));
  const months = (await salesOf('all')).bars.slice(-3);
  expect(months.map((month) => [month.from, barTotal(month).orders])).toEqual([
    ['2026-11', 5],
    ['2026-12', 1],
    ['2027-01', 1],
  ]);
  const { bars, time_zone } = await salesOf('today');
  expect([time_zone, ...bars.map(({ from }) => from)]).toEqual([ZONE, '2027-01-01']);
});

const cents = (dollars: readonly (string | undefined)[]): number =>
  dollars.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);

/** Expects of a CSV file as many orders, as much sold and as much given back as bars hold. */
const expectSame = async (query: string, bars: readonly Bar[]): Promise<void> => {
  const lines = await linesOf(query);
  const [amount, refunded, discount] = [2, 3, 4].map((column) =>
    cents(lines.map((line) => line[column])),
  );
  expect({ orders: lines.length, amount, refunded, discount }, query).toEqual(barsTotal(bars));
};

test('the CSV files add up to the sums, by day, by year and as a whole', async () => {
  for (const bar of (await salesOf('30')).bars) {
    await expectSame(`?from=${bar.from}&to=${bar.from}`, [bar]);
  }
  const all = await salesOf('all');
  const files = exportsOf(all, BOUGHT.length);
  expect(files.map(({ label }) => label)).toEqual(['2027', '2026', 'All orders']);
  for (const { label, href } of files) {
    const bars = all.bars.filter(({ from }) => label === 'All orders' || from.startsWith(label));
    await expectSame(new URL(href, shop.siteUrl).search, bars);
  }
});
