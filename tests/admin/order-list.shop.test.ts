import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { noteWithdrawal } from '../../netlify/orders/notes.ts';
import { readOrders } from '../../netlify/orders/store.ts';
import { ordersIn } from '../../src/admin/orders/OrderList.tsx';
import type { OrderPage } from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { byDepth } from '../depth.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { saveAll, seedFor, seedsFrom } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);

beforeEach(() => shop.redis.flushall());

const read = (path: string) => owner.call(`/api/admin/${path}`);
const find = (query: string) => owner.post('/api/admin/find-order', { query });
const pageAt = async (from: number | null): Promise<OrderPage> =>
  (await read(from === null ? 'orders' : `orders?from=${from}`)).json();

test('the list has every order, newest first, and those that are sold meanwhile move it on', async () => {
  const nothing = { orders: [], next: null, total: 0, waiting: { withdrawn: [] } };
  expect(await pageAt(null)).toEqual(nothing);
  const sold = seedsFrom(0, 60);
  await saveAll(sold);
  const first = await pageAt(null);
  await saveAll(seedsFrom(60, 1));
  const second = await pageAt(first.next);
  const third = await pageAt(second.next);
  const numbers = await Promise.all(sold.map(({ id }) => orderNumber(id)));
  const shown = ordersIn([first, second, third]).map(({ number }) => number);
  expect(shown).toEqual(numbers.toReversed());
  expect([first.total, third.total, third.next]).toEqual([60, 61, null]);
});

test('the list keeps the orders of one second apart', async () => {
  const { paidAt } = seedFor(0).sale;
  await saveAll(seedsFrom(0, 30, { paidAt }));
  const first = await pageAt(null);
  const { orders, next } = await pageAt(first.next);
  const numbers = new Set([...first.orders, ...orders].map(({ number }) => number));
  expect([numbers.size, next]).toEqual([30, null]);
});

/** How many requests reach Redis for each question. */
const countAll = async (recorded: number) => {
  const { id } = seedFor(recorded - 1);
  const number = await orderNumber(id);
  const paths = ['orders', `orders/${number}`, 'report?period=this-month'];
  const counts: number[] = [];
  for (const ask of [
    ...paths.map((path) => () => read(path)),
    ...[number, id.slice(-8), id].map((query) => () => find(query)),
    () => owner.post(`/api/admin/orders/${number}/access`, { access: 'blocked' }),
  ]) {
    const before = shop.callsTo('redis');
    expect((await ask()).status).toBe(200);
    counts.push(shop.callsTo('redis') - before);
  }
  return counts;
};

test('every question costs as many requests among many orders as among few', async () => {
  const many = byDepth(200, 2000);
  await saveAll(seedsFrom(0, 10));
  const few = await countAll(10);
  await saveAll(seedsFrom(10, many - 10), 50);
  expect(await countAll(many)).toEqual(few);
});

test('the list takes positions alone', async () => {
  await saveAll(seedsFrom(0, 25));
  expect(await pageAt(null)).toMatchObject({ next: null, total: 25 });
  expect(await pageAt(25)).toMatchObject({ orders: [], next: null });
  for (const query of ['from=-1', 'from=x', 'from=1.5', 'page=2']) {
    await expectProblem(await read(`orders?${query}`), 400, 'invalid_request');
  }
});

test('withdrawn orders wait on the list until Stripe shows the money back', async () => {
  const refunds = [{ id: 're_1', amountInCents: 899, status: 'succeeded', createdAt: 1 }];
  const seeds = [
    seedFor(0, { amountInCents: 899 }),
    seedFor(1, { amountInCents: 899 }),
    seedFor(2, { amountInCents: 899, refunds }),
  ];
  await saveAll(seeds);
  onTestFinished(() => void vi.useRealTimers());
  for (const [index, order] of (await readOrders(seeds.map(({ id }) => id))).entries()) {
    vi.setSystemTime(`2026-02-0${index + 1}T12:00:00Z`);
    await noteWithdrawal(order, []);
  }
  const { waiting } = await pageAt(null);
  const numbers = await Promise.all(seeds.slice(0, 2).map(({ id }) => orderNumber(id)));
  expect(waiting.withdrawn.map(({ number }) => number)).toEqual(numbers);
  expect(waiting.withdrawn[0]).toMatchObject({ due_on: '2026-02-15' });
});
