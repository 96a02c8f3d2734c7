import { beforeEach, expect, test, vi } from 'vitest';
import { buyerHash } from '../../netlify/shop/buyer-hash.ts';
import { uniqueOrders } from '../../src/admin/orders/OrderList.tsx';
import type { OrderDetail, OrderPage, OrderRow } from '../../src/contract/admin-orders.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';
import { fileNameOf, centsOf, productOf } from '../catalog.ts';
import { access, buy, control, expectStatus, openSession, orderKeys } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { saleFor, saveAll, seedFor, seedsFrom } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);

beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  shop.failRedis('none');
  shop.failStripe('none');
  await shop.redis.flushall();
});

const read = (path: string) => owner.call(`/api/admin/${path}`);
const ask = (query: string) => owner.post('/api/admin/find-order', { query });
const find = async (query: string): Promise<OrderRow[]> => (await (await ask(query)).json()).orders;
const detailOf = async (session: string): Promise<OrderDetail> =>
  (await read(`orders/${orderNumberOf(session)}`)).json();
const setAccess = async (session: string, wanted: string) =>
  owner.post(`/api/admin/orders/${orderNumberOf(session)}/access`, { access: wanted });
const pageAt = async (from: number | null): Promise<OrderPage> =>
  (await read(from === null ? 'orders' : `orders?from=${from}`)).json();

test.each([
  [0, [0], 0],
  [25, [25], 0],
  [26, [25, 1], 0],
  // An order that is sold meanwhile moves the others on.
  [50, [25, 25, 1], 1],
])('the list of %i orders has pages of %j, newest first', async (count, sizes, soldMeanwhile) => {
  const sold = seedsFrom(0, count);
  await saveAll(sold);
  const pages = [await pageAt(null)];
  await saveAll(seedsFrom(count, soldMeanwhile));
  for (let last = pages.at(-1); last?.next; last = pages.at(-1)) {
    pages.push(await pageAt(last.next));
  }
  expect(pages.map(({ orders }) => orders.length)).toEqual(sizes);
  const shown = uniqueOrders(pages).map(({ number }) => number);
  expect(shown).toEqual(sold.map(({ id }) => orderNumberOf(id)).toReversed());
  expect(pages.at(-1)?.total).toBe(count + soldMeanwhile);
});

test.each(['?from=-1', '?from=x', '?from=1.5', '?page=2', '.csv?period=', '.csv?period=2026-13'])(
  'the query of orders%s is refused',
  async (query) => expectProblem(await read(`orders${query}`), 400, 'invalid_request'),
);

test('an order is found by its number, its reference, its session and its payment', async () => {
  const session = await buy(shop, 'bundle');
  await buy(shop, 'individual_guide_6_10');
  const number = orderNumberOf(session);
  const row = {
    number,
    reference: session.slice(-8),
    guide_name: productOf('bundle').name,
    amount: centsOf('bundle'),
    status: 'paid',
  };
  const detail = await detailOf(session);
  expect(detail).toMatchObject({ ...row, session_id: session });
  const [payment = ''] = /pi_\w+$/.exec(detail.stripe_url ?? '') ?? [];
  for (const name of [number, number.slice(5), session.slice(-8), session, payment]) {
    expect(await find(name), name).toMatchObject([row]);
  }
});

test('all orders of an address, or with a reference, are found, newest first', async () => {
  const buyer = buyerHash('jane@example.com');
  const same = ['one', 'two', 'three'].map((name, n) => ({
    id: `cs_test_${name}SAME8LTR`,
    sale: saleFor(n, { buyer }),
  }));
  await saveAll([...same, seedFor(3)]);
  const numbers = same.map(({ id }) => orderNumberOf(id));
  for (const query of [' Jane@Example.COM ', 'SAME8LTR']) {
    expect((await find(query)).map(({ number }) => number)).toEqual(numbers.toReversed());
  }
  expect(await find('john@example.com')).toEqual([]);
  const logged = vi.mocked(console.log).mock.calls;
  const stored = (await orderKeys(shop)).map((key) => shop.redis.hgetall(key));
  expect(JSON.stringify([logged, await Promise.all(stored)])).not.toMatch(/jane|john/i);
});

test('a query for no order finds nothing, and a path of no order is a 404', async () => {
  const open = await openSession(shop, 'bundle');
  for (const query of ['0000-0000-0000', 'abcdefgh', open, 'cs_test_none', 'pi_none', 'what?']) {
    expect(await find(query), query).toEqual([]);
  }
  const session = await buy(shop, 'bundle');
  for (const number of ['0000-0000-0000', session, session.slice(-8)]) {
    await expectProblem(await read(`orders/${number}`), 404, 'order_not_found');
  }
  await expectProblem(await setAccess('none', 'open'), 404, 'order_not_found');
});

test.each(['open', 'blocked'])('refuses to make an unpaid order %s', async (wanted) => {
  const session = await openSession(shop, 'bundle');
  await control(shop, 'pay', { session, method: 'bank' });
  await expectStatus(shop, session, 'pending');
  await expectProblem(await setAccess(session, wanted), 400, 'invalid_request');
});

test('an order shows its files, refunds, disputes and the owner’s decision', async () => {
  const session = await buy(shop, 'individual_guide_6_10');
  const { files } = await (await access(shop, 'guide-1', session)).json();
  await (await shop.call(files[0].downloadUrl)).arrayBuffer();
  const statuses: string[] = [];
  for (const wanted of ['blocked', 'blocked', 'open', 'open']) {
    statuses.push((await (await setAccess(session, wanted)).json()).status);
  }
  expect(statuses).toEqual(['blocked', 'blocked', 'paid', 'paid']);
  await control(shop, 'refund', { session, amount: 39 });
  await control(shop, 'dispute', { session, status: 'needs_response' });
  await expectStatus(shop, session, 'disputed');
  const { data } = await shop.stripe.disputes.list();
  const due_by = new Date((data[0]?.evidence_details.due_by ?? 0) * 1000).toISOString();
  expect(await detailOf(session)).toMatchObject({
    status: 'disputed',
    refunded: 39,
    fetched: 1,
    access: { is: 'open' },
    disputes: [{ status: 'needs_response', due_by }],
    files: [{ file_name: fileNameOf('guide-1'), times: 1 }],
  });
});

test('the owner’s routes answer 503 while Redis fails, and work while Stripe fails', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const number = orderNumberOf(await buy(shop, 'bundle'));
  shop.failRedis('500');
  for (const path of [`orders/${number}`, 'report?period=this-month', 'orders.csv?period=2026']) {
    await expectProblem(await read(path), 503, 'temporarily_unavailable');
  }
  shop.failRedis('none');
  shop.failStripe('500');
  expect(await find(number)).toMatchObject([{ number, status: 'paid' }]);
});
