import { beforeEach, describe, expect, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import type { SalesRange, SalesResponse } from '../../src/contract/admin-orders.ts';
import { PRODUCTS, centsOf, dayOf } from '../catalogue.ts';
import { buy, setFaults } from '../shop/buying.ts';
import { ownerHeaders } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { keepAll, sessionFor } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

// Noon of the shop, which stands still: sums go by its days.
vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T17:00:00Z') });
const shop = await openTestShop();
const headers = await ownerHeaders(shop);

beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  await shop.redis.flushall();
  await setFaults(shop, {});
});

const read = (path: string) => shop.call(`/api/admin/${path}`, { headers });
const salesOf = async (range: SalesRange): Promise<SalesResponse> =>
  (await read(`sales?range=${range}`)).json();
const reconcile = () => shop.post('/.netlify/functions/reconcile', {});

const NOTHING = { orders: 0, amount: 0, discount: 0, refunded: 0 };
const DAY_IN_MS = 24 * 3_600_000;

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** A sale of so many days ago. */
const soldAgo = (n: number, days: number, more = {}) =>
  sessionFor(n, { createdAt: Math.floor((Date.now() - days * DAY_IN_MS) / 1000), ...more });

describe('the sums', () => {
  test.each<readonly [range: SalesRange, bars: number, leastDays: number, mostDays: number]>([
    ['today', 1, 1, 1],
    ['7', 7, 1, 1],
    ['30', 30, 1, 1],
    ['90', 90, 1, 1],
    ['all', 24, 28, 31],
  ])(
    'of %s are those of nothing in an empty shop, for every product and without gaps',
    async (range, bars, least, most) => {
      const sales = await salesOf(range);
      expect(sales).toMatchObject({ range, currency: 'USD', total: NOTHING });
      expect(sales.products.map(({ name, sum }) => [name, sum])).toEqual(
        PRODUCTS.map(({ name }) => [name, NOTHING]),
      );
      const days = sales.bars.map(({ from }) => Date.parse(from));
      expect(days).toHaveLength(bars);
      const gaps = days.slice(1).map((day, i) => (day - (days[i] ?? 0)) / DAY_IN_MS);
      expect(gaps.filter((gap) => gap < least || gap > most)).toEqual([]);
      expect(sales.bars.at(-1)?.from).toBe(dayOf(Date.now()).slice(0, range === 'all' ? 7 : 10));
    },
  );

  test('belong to the day on which the checkout began, the refund too', async () => {
    const refunds = [{ id: 're_1', amountInCents: 300, status: 'succeeded', createdAt: 1 }];
    const agos = [0, 6, 20, 80, 1000];
    await keepAll(agos.map((days, n) => soldAgo(n + 1, days, days === 6 ? { refunds } : {})));
    const orders = async (range: SalesRange) => (await salesOf(range)).total.orders;
    const ranges = ['today', '7', '30', '90', 'all'] as const;
    expect(await Promise.all(ranges.map(orders))).toEqual([1, 2, 3, 4, 5]);
    const { bars, products, total: sum } = await salesOf('30');
    expect(sum.refunded).toBe(300);
    const day = dayOf(Date.now() - 6 * DAY_IN_MS);
    const ofDay = Object.values(bars.find(({ from }) => from === day)?.sums ?? {});
    expect(total(ofDay.map(({ refunded }) => refunded))).toBe(300);
    const inBars = bars.flatMap(({ sums }) => Object.values(sums).map(({ amount }) => amount));
    expect(total(inBars)).toBe(sum.amount);
    expect(total(products.map((product) => product.sum.amount))).toBe(sum.amount);
    // Older than the bars go back, and in the sum of all the same.
    const months = (await salesOf('all')).bars.flatMap(({ sums }) => Object.values(sums));
    expect(total(months.map((month) => month.orders))).toBe(4);
  });

  test('show what was bought, by product', async () => {
    await buy(shop, 'bundle');
    const { products } = await salesOf('today');
    const sums = PRODUCTS.map(({ product_type: type }) =>
      type === 'bundle' ? { orders: 1, amount: centsOf(type), discount: 0, refunded: 0 } : NOTHING,
    );
    expect(products.map(({ sum }) => sum)).toEqual(sums);
  });

  test('show a product that the catalogue does not have any more', async () => {
    await keepAll([soldAgo(1, 0, { productType: 'individual_guide_old' })]);
    const { products, bars } = await salesOf('today');
    expect(products).toHaveLength(PRODUCTS.length + 1);
    expect(products.at(-1)).toMatchObject({ name: 'individual_guide_old', sum: { orders: 1 } });
    expect(bars[0]?.sums['individual_guide_old']).toMatchObject({ orders: 1 });
  });

  test.each(['', '?range=8', '?range=7&range=30', '?range=7&by=day'])(
    'refuse %s',
    async (query) => {
      await expectProblem(await read(`sales${query}`), 400, 'invalid_request');
    },
  );
});

test('the owner reads when the reconciler last ran, and which orders it healed, by number', async () => {
  expect(await (await read('reconciler')).json()).toEqual({ last: null, news: [] });
  // Of what was sold before, Stripe still knows.
  await reconcile();
  await shop.redis.del('reconciler-news:dev');
  await setFaults(shop, { webhooks: { hold: true } });
  const session = await buy(shop, 'bundle');
  await reconcile();
  await reconcile();
  await shop.redis.lpush('reconciler-news:dev', 'not a report');
  const text = await (await read('reconciler')).text();
  expect(text).not.toContain('cs_');
  const { last, news } = JSON.parse(text);
  const healed = [await orderNumber(session)];
  expect(news).toEqual([{ ...last, at: expect.any(String), healed }]);
  expect(last).toMatchObject({ failed: 0, healed: [] });
  expect(Date.parse(last.at)).toBeGreaterThanOrEqual(Date.parse(news[0].at));
  expect(last.sessions).toBeGreaterThan(0);
});
