import { beforeEach, expect, test } from 'vitest';
import type { OrderPage } from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { byDepth } from '../depth.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { idFor, keepAll, sessionFor, sessionsFrom } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);

beforeEach(() => shop.redis.flushall());

const read = (path: string) => owner.call(`/api/admin/${path}`);
const find = (query: string) => owner.post('/api/admin/find-order', { query });
const pageAt = async (before: string | null): Promise<OrderPage> =>
  (await read(before === null ? 'orders' : `orders?before=${before}`)).json();

test('the list shows each order once, newest first, whatever is sold while it is read', async () => {
  const nothing = { orders: [], next: null, total: 0 };
  expect(await pageAt(null)).toEqual(nothing);
  const sold = sessionsFrom(0, 60);
  await keepAll(sold);
  const first = await pageAt(null);
  // Newer ones at its head, and older ones, paid late, in the part that was read.
  await keepAll(sessionsFrom(60, 30));
  await keepAll([sessionFor(100, { createdAt: sessionFor(58).createdAt })]);
  const second = await pageAt(first.next);
  const third = await pageAt(second.next);
  const shown = [first, second, third].flatMap(({ orders }) => orders);
  const numbers = await Promise.all(sold.map(({ id }) => orderNumber(id)));
  expect(shown.map(({ number }) => number)).toEqual(numbers.toReversed());
  expect([first, second, third].map(({ orders }) => orders.length)).toEqual([25, 25, 10]);
  expect([first.total, third.total, third.next]).toEqual([60, 91, null]);
});

test('the list keeps the orders of one second apart', async () => {
  const { createdAt } = sessionFor(0);
  await keepAll(sessionsFrom(0, 30, { createdAt }));
  const first = await pageAt(null);
  const { orders, next } = await pageAt(first.next);
  const numbers = new Set([...first.orders, ...orders].map(({ number }) => number));
  expect([numbers.size, next]).toEqual([30, null]);
});

/** How many requests reach Redis for each question. */
const countAll = async (recorded: number) => {
  const { id } = sessionFor(recorded - 1);
  const number = await orderNumber(id);
  const paths = ['orders', `orders/${number}`, 'report?period=this-month'];
  const counts: number[] = [];
  for (const ask of [
    ...paths.map((path) => () => read(path)),
    ...[number, id.slice(-8), id].map((query) => () => find(query)),
    () => owner.post(`/api/admin/orders/${number}`, { access: 'blocked' }),
  ]) {
    const before = shop.callsTo('redis');
    expect((await ask()).status).toBe(200);
    counts.push(shop.callsTo('redis') - before);
  }
  return counts;
};

test('every question costs as many requests among many orders as among few', async () => {
  const many = byDepth(200, 2000);
  await keepAll(sessionsFrom(0, 10));
  const few = await countAll(10);
  await keepAll(sessionsFrom(10, many - 10), 50);
  expect(await countAll(many)).toEqual(few);
});

test('the list goes on before the number of a known order alone', async () => {
  await keepAll(sessionsFrom(0, 25));
  expect(await pageAt(null)).toMatchObject({ next: null, total: 25 });
  await keepAll(sessionsFrom(25, 1));
  const { next } = await pageAt(null);
  expect(next).toBe(await orderNumber(sessionFor(1).id));
  for (const before of [idFor('cs_test_', 1), '', `${next}x`, '0000-0000-0000']) {
    await expectProblem(await read(`orders?before=${before}`), 400, 'invalid_request');
  }
  await expectProblem(await read('orders?page=2'), 400, 'invalid_request');
  await shop.redis.flushall();
  await expectProblem(await read(`orders?before=${next}`), 400, 'invalid_request');
});
