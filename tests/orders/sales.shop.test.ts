import { beforeEach, describe, expect, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import type { SalesRange, SalesResponse } from '../../src/contract/admin-orders.ts';
import { PRODUCTS, centsOf, dayOf } from '../catalogue.ts';
import { buy, control, expectStatus, openSession, setFaults, verify } from '../shop/buying.ts';
import { ownerHeaders } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { loadRoutes } from '../../netlify/local/routes.ts';
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
const reconcile = async (): Promise<void> => {
  const route = (await loadRoutes()).find(({ name }) => name === 'reconcile');
  await route?.handle(new Request(shop.siteUrl, { method: 'POST' }));
};

const NOTHING = { orders: 0, amount: 0, refunded: 0 };
const HOUR_IN_MS = 3_600_000;

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** A sale of so many hours ago. */
const soldAgo = (n: number, hours: number, more = {}) =>
  sessionFor(n, { createdAt: Math.floor((Date.now() - hours * HOUR_IN_MS) / 1000), ...more });

describe('the sums', () => {
  test('are those of nothing in an empty shop, for every product and without gaps', async () => {
    const bars: Record<SalesRange, number> = { today: 1, '7': 7, '30': 30, '90': 90, all: 24 };
    for (const range of ['today', '7', '30', '90', 'all'] as const) {
      const sales = await salesOf(range);
      expect(sales).toMatchObject({ range, currency: 'USD', total: NOTHING });
      expect(sales.bars).toHaveLength(bars[range]);
      expect(sales.products.map(({ name, sum }) => [name, sum])).toEqual(
        PRODUCTS.map(({ name }) => [name, NOTHING]),
      );
      const days = sales.bars.map(({ from }) => Date.parse(from));
      const gaps = days.slice(1).map((day, i) => (day - (days[i] ?? 0)) / (24 * HOUR_IN_MS));
      const [least, most] = range === 'all' ? [28, 31] : [1, 1];
      expect(gaps.filter((gap) => gap < least || gap > most)).toEqual([]);
      expect(sales.bars.at(-1)?.from).toBe(dayOf(Date.now()).slice(0, range === 'all' ? 7 : 10));
    }
  });

  test('count what was paid once, whoever tells of it and however often', async () => {
    await setFaults(shop, { webhooks: { copies: 3 } });
    const session = await buy(shop, 'bundle');
    await Promise.all(Array.from({ length: 5 }, () => verify(shop, session)));
    await reconcile();
    await buy(shop, 'individual_guide_6_10');
    const sold = ['individual_guide_6_10', 'bundle'];
    const amount = total(sold.map(centsOf));
    expect((await salesOf('today')).total).toEqual({ orders: 2, amount, refunded: 0 });
    const sums = PRODUCTS.map(({ product_type: type, price_in_cents: price }) =>
      sold.includes(type) ? { orders: 1, amount: price, refunded: 0 } : NOTHING,
    );
    const all = await salesOf('all');
    expect(all.total).toMatchObject({ orders: 2, amount });
    expect(all.products.map(({ sum }) => sum)).toEqual(sums);
  });

  test('count a bank debit when it settles, and nothing of one that fails or of a dispute', async () => {
    const [well, badly] = [await openSession(shop, 'bundle'), await openSession(shop, 'bundle')];
    for (const session of [well, badly]) {
      await control(shop, 'pay', { session, method: 'bank', settle: 'never' });
      await verify(shop, session);
    }
    expect((await salesOf('today')).total).toEqual(NOTHING);
    await control(shop, 'settle', { session: badly, outcome: 'failed' });
    await control(shop, 'settle', { session: well, outcome: 'succeeded' });
    await expectStatus(shop, well, 'paid');
    await control(shop, 'dispute', { session: well });
    await expectStatus(shop, well, 'disputed');
    await expectStatus(shop, badly, 'failed');
    expect((await salesOf('today')).total).toEqual({
      orders: 1,
      amount: centsOf('bundle'),
      refunded: 0,
    });
  });

  test('count what goes back, part by part, and take it off again where the refund fails', async () => {
    const session = await buy(shop, 'bundle');
    const amount = centsOf('bundle');
    const refunded = async () => (await salesOf('today')).total.refunded;
    await control(shop, 'refund', { session, amount: 50 });
    await expect.poll(refunded).toBe(50);
    const rest = await control(shop, 'refund', { session });
    await expect.poll(refunded).toBe(amount);
    await control(shop, 'refund/fail', { id: rest.id });
    await expect.poll(refunded).toBe(50);
    expect((await salesOf('all')).total).toEqual({ orders: 1, amount, refunded: 50 });
  });

  test('belong to the day on which the checkout began, the refund too', async () => {
    const refunds = [{ id: 're_1', amountInCents: 300, status: 'succeeded', createdAt: 1 }];
    await keepAll([
      soldAgo(1, 0),
      soldAgo(2, 6 * 24, { refunds }),
      soldAgo(3, 20 * 24),
      soldAgo(4, 80 * 24),
      soldAgo(5, 1000 * 24),
    ]);
    const orders = async (range: SalesRange) => (await salesOf(range)).total.orders;
    expect(await orders('today')).toBe(1);
    expect(await orders('7')).toBe(2);
    expect(await orders('30')).toBe(3);
    expect(await orders('90')).toBe(4);
    expect(await orders('all')).toBe(5);
    const { bars, products } = await salesOf('30');
    const day = dayOf(Date.now() - 6 * 24 * HOUR_IN_MS);
    const bar = bars.find(({ from }) => from === day);
    expect(Object.values(bar?.sums ?? {}).map(({ refunded }) => refunded)).toContain(300);
    const inBars = bars.flatMap(({ sums }) => Object.values(sums).map((sum) => sum.amount));
    const inProducts = products.map(({ sum }) => sum.amount);
    expect(total(inBars)).toBe(total(inProducts));
    // Older than the bars go back, and in the sum of all the same.
    const months = (await salesOf('all')).bars.flatMap(({ sums }) => Object.values(sums));
    expect(total(months.map((sum) => sum.orders))).toBe(4);
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

describe('the reconciler', () => {
  test('has told nothing before its first run', async () => {
    expect(await (await read('reconciler')).json()).toEqual({ last: null, news: [] });
  });

  test('tells when it last ran, and which orders it healed, by number', async () => {
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
});
