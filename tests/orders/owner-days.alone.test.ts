import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { SalesRange, SalesResponse } from '../../src/contract/admin-orders.ts';
import { exportsOf } from '../../src/admin/orders/exports.ts';
import { type Bar, barTotal, barsTotal } from '../../src/admin/orders/sums.ts';
import { catalogue } from '../../netlify/catalogue.ts';
import { centsOf, plainDollars } from '../catalogue.ts';
import { buy, control } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';
import { openTestShop } from '../shop/shop.ts';

const ZONE = 'America/New_York';
catalogue.time_zone = ZONE;
vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:00:00Z') });
vi.spyOn(console, 'log').mockReturnValue();
const shop = await openTestShop();

const GUIDE = 'individual_guide_6_10';
/** What was bought when, and the owner's day of it. */
const BOUGHT = [
  ['2026-11-20T05:00:00Z', '2026-11-20', GUIDE],
  ['2026-11-21T03:00:00Z', '2026-11-20', 'bundle'],
  ['2026-11-21T04:59:59Z', '2026-11-20', GUIDE],
  ['2026-11-21T05:00:00Z', '2026-11-21', GUIDE],
  ['2026-12-01T03:00:00Z', '2026-11-30', 'bundle'],
  ['2027-01-01T04:00:00Z', '2026-12-31', GUIDE],
  ['2027-01-01T06:00:00Z', '2027-01-01', GUIDE],
] as const;

const sessions: string[] = [];

beforeAll(async () => {
  for (const [at, , product] of BOUGHT) {
    vi.setSystemTime(at);
    sessions.push(await buy(shop, product));
  }
  vi.setSystemTime('2027-01-02T03:00:00Z');
});
afterAll(() => void vi.useRealTimers());

const call = async (path: string): Promise<Response> =>
  (await ownerClient(shop)).call(`/api/admin/${path}`);
const salesOf = async (range: SalesRange): Promise<SalesResponse> =>
  (await call(`sales?range=${range}`)).json();

/** Of each line of a CSV file the day, the time, what was paid and what of it went back. */
const linesOf = async (query: string): Promise<string[][]> => {
  const [head, ...lines] = (await (await call(`orders.csv${query}`)).text()).trim().split('\r\n');
  expect(head).toContain(',Day (New York time),Time (UTC),Product,Amount,Refunded,');
  // From the end where the name of a product, which may have a comma, stands before.
  return lines.map((line) => [2, 3, -6, -5].map((column) => line.split(',').at(column) ?? ''));
};

const cents = (dollars: readonly (string | undefined)[]): number =>
  dollars.reduce((sum, amount) => sum + Math.round(Number(amount) * 100), 0);

const DAY = '2026-11-20';

/** What the sums say of that day. */
const sumOfDay = async () => {
  const bar = (await salesOf('90')).bars.find(({ from }) => from === DAY);
  return bar && barTotal(bar);
};

test('an order is of the day that it was by the owner’s clock, in the sums and in the CSV', async () => {
  expect(await sumOfDay()).toMatchObject({
    orders: 3,
    amount: centsOf('bundle') + 2 * centsOf(GUIDE),
  });
  expect((await linesOf(`?from=${DAY}&to=${DAY}`)).map((line) => line.slice(0, 3))).toEqual([
    [DAY, '2026-11-20 05:00:00', plainDollars(centsOf(GUIDE))],
    [DAY, '2026-11-21 03:00:00', plainDollars(centsOf('bundle'))],
    [DAY, '2026-11-21 04:59:59', plainDollars(centsOf(GUIDE))],
  ]);
  expect((await linesOf('')).map(([day]) => day)).toEqual(BOUGHT.map(([, day]) => day));
  const months = (await salesOf('all')).bars.slice(-3);
  expect(months.map((bar) => [bar.from, barTotal(bar).orders])).toEqual([
    ['2026-11', 5],
    ['2026-12', 1],
    ['2027-01', 1],
  ]);
});

test('the last day is the owner’s today', async () => {
  const { bars, time_zone } = await salesOf('today');
  expect([time_zone, ...bars.map(({ from }) => from)]).toEqual([ZONE, '2027-01-01']);
});

test('what goes back is taken off the day of its order', async () => {
  await control(shop, 'refund', { session: sessions[1], amount: 50 });
  await expect.poll(sumOfDay).toMatchObject({ refunded: 50 });
  const lines = await linesOf(`?from=${DAY}&to=${DAY}`);
  expect(lines.map(([, , , refunded]) => refunded)).toEqual(['0.00', '0.50', '0.00']);
});

/** Expects of a CSV file as many orders, as much sold and as much given back as bars hold. */
const expectSame = async (query: string, bars: readonly Bar[]): Promise<void> => {
  const lines = await linesOf(query);
  const [amount, refunded] = [2, 3].map((column) => cents(lines.map((line) => line[column])));
  expect({ orders: lines.length, amount, refunded }, query).toEqual(barsTotal(bars));
};

test('the CSV files add up to the sums, by day, by year and as a whole', async () => {
  for (const bar of (await salesOf('90')).bars) {
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
