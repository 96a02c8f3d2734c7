import { beforeEach, expect, test, vi } from 'vitest';
import { buyerKey } from '../../netlify/mail/buyer-key.ts';
import type { OrderMoment } from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { ordersIn } from '../backup/contents.ts';
import { centsOf, productOf } from '../catalogue.ts';
import { access, buy, control, expectStatus, openSession } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { keepAll, sessionFor } from '../shop/seed.ts';
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
const find = async (query: string) => (await ask(query)).json();
const detailOf = async (session: string) =>
  (await read(`orders/${await orderNumber(session)}`)).json();
const setAccess = async (session: string, wanted: string) =>
  owner.post(`/api/admin/orders/${await orderNumber(session)}`, { access: wanted });

const NO_ORDER = { order: null, others: [] };

/** tests/orders/order-names.test.ts has every spelling. */
test('an order is found by its number, its reference, its session and its payment', async () => {
  const session = await buy(shop, 'bundle');
  await buy(shop, 'individual_guide_6_10');
  const number = await orderNumber(session);
  const detail = await detailOf(session);
  expect(detail).toEqual({
    number,
    reference: session.slice(-8),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
    product_type: 'bundle',
    guide_name: productOf('bundle').name,
    amount: centsOf('bundle'),
    discount: 0,
    tax: 0,
    presented: null,
    refunded: 0,
    currency: 'USD',
    status: 'paid',
    downloads: 0,
    receipt_lost: false,
    refundable: 0,
    receipt: expect.objectContaining({ state: 'none', next_copy: null }),
    session_id: session,
    payment_id: expect.stringMatching(/^pi_\w+$/),
    stripe_url: expect.stringMatching(/^http:\/\/127.0.0.1:\d+\/#pi_\w+$/),
    history: expect.any(Array),
  });
  const names = [number, number.slice(5), session.slice(-8), session, detail.payment_id];
  for (const name of names) expect(await find(name), name).toEqual({ order: detail, others: [] });
  const place = new URL(detail.stripe_url).hash.slice(1);
  expect(await (await shop.control('/')).text(), 'the page at Stripe').toContain(`id="${place}"`);
});

test('an order is found by its buyer’s address, of which the shop keeps and logs nothing', async () => {
  const sessions = [0, 1, 2].map((n) => sessionFor(n, { buyer: buyerKey('jane@example.com') }));
  await keepAll([...sessions, sessionFor(3)]);
  const [first, second, newest] = await Promise.all(sessions.map(({ id }) => orderNumber(id)));
  const { order, others } = await find(' Jane@Example.COM ');
  expect([order.number, ...others]).toEqual([newest, second, first]);
  expect(await find('john@example.com')).toEqual(NO_ORDER);
  const logged = vi.mocked(console.log).mock.calls;
  expect(JSON.stringify([logged, await ordersIn(shop.redis)])).not.toMatch(/jane|john/i);
});

test('an order that was recorded without its names gets them with what is recorded next', async () => {
  const session = await buy(shop, 'bundle');
  for (const key of await shop.redis.keys('find:*')) await shop.redis.del(key);
  const reference = session.slice(-8);
  expect((await find(reference)).order).toBeNull();
  await control(shop, 'refund', { session, amount: 100 });
  await expect.poll(async () => (await find(reference)).order?.session_id).toBe(session);
  expect((await find(await orderNumber(session))).order.session_id).toBe(session);
});

test('what is no order is answered with null, or 404 where its number is the address', async () => {
  const open = await openSession(shop, 'bundle');
  for (const query of ['0000-0000-0000', 'abcdefgh', open, 'cs_test_none', 'pi_none', 'what?']) {
    expect(await find(query), query).toEqual(NO_ORDER);
  }
  const session = await buy(shop, 'bundle');
  for (const number of ['0000-0000-0000', session, session.slice(-8)]) {
    await expectProblem(await read(`orders/${number}`), 404, 'order_not_found');
  }
  await expectProblem(await setAccess('none', 'open'), 404, 'order_not_found');
});

test('orders that share a reference are told by their numbers, the newest first', async () => {
  const shared = ['one', 'two', 'three'].map((name, n) =>
    sessionFor(n, { id: `cs_test_${name}SAME8LTR` }),
  );
  await keepAll(shared);
  const { order, others } = await find('SAME8LTR');
  const numbers = await Promise.all(shared.map(({ id }) => orderNumber(id)));
  expect([order.number, ...others]).toEqual(numbers.toReversed());
});

/** tests/admin/order-history.test.ts has what else there is to tell. */
test('an order tells its history, overrides once, and counts its downloads', async () => {
  const session = await buy(shop, 'individual_guide_6_10');
  const { files } = await (await access(shop, 'guide-1', session)).json();
  await (await shop.call(files[0].downloadUrl)).arrayBuffer();
  for (const wanted of ['blocked', 'blocked', 'open', 'open']) await setAccess(session, wanted);
  await control(shop, 'refund', { session, amount: 39 });
  await expect.poll(async () => (await detailOf(session)).refunded).toBe(39);
  const { id } = await control(shop, 'dispute', { session });
  await expectStatus(shop, session, 'disputed');
  await control(shop, 'dispute/update', { id, status: 'won' });
  await expectStatus(shop, session, 'paid');

  const { history, downloads } = await detailOf(session);
  expect(downloads).toBe(1);
  const moments: OrderMoment[] = history;
  const told = moments.map(({ kind, says }) => `${kind}: ${says}`);
  expect(told).toEqual(expect.arrayContaining(['dispute: Dispute opened', 'dispute: Dispute won']));
  // What happens within one second has no order.
  expect(told.filter((words) => !words.startsWith('dispute')).toSorted()).toEqual([
    'began: Checkout started',
    'blocked: You blocked downloads',
    `download: Download: ${productOf('guide-1').file_name}`,
    'paid: Paid',
    'refund: Refunded in Stripe: $0.39',
    'unblocked: You allowed downloads',
  ]);
  expect(moments.find(({ kind }) => kind === 'paid')?.detail).toBe(
    'First reported by Stripe’s webhook. Event: checkout.session.completed.',
  );
});

test('while Redis is down every question is answered with 503, and nothing is lost', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const session = await buy(shop, 'bundle');
  shop.failRedis('500');
  const number = await orderNumber(session);
  const answers = [
    ...['orders', `orders/${number}`, 'sales?range=7', 'reconciler', 'orders.csv'].map(read),
    ask(number),
    setAccess(session, 'blocked'),
  ];
  for (const answer of answers) await expectProblem(await answer, 503, 'temporarily_unavailable');
  shop.failRedis('none');
  expect(await detailOf(session)).toMatchObject({ status: 'paid' });
});

test('while Stripe is down only a payment id cannot be looked up', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const session = await buy(shop, 'bundle');
  const { payment_id: payment, number } = await detailOf(session);
  shop.failStripe('500');
  await expectProblem(await ask(payment), 502, 'payment_unavailable');
  expect((await find(number)).order.session_id).toBe(session);
});
