import { beforeEach, expect, test, vi } from 'vitest';
import { buyerKey } from '../../netlify/mail/buyer-key.ts';
import type { OrderDetail } from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { ordersIn } from '../backup/contents.ts';
import { centsOf, productOf } from '../catalogue.ts';
import { access, buy, control, expectStatus, openSession } from '../shop/buying.ts';
import { ownerClient } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { keepAll, sessionFor } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';
import { orderRow } from './sample-data.ts';

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
    ...orderRow({
      number,
      reference: session.slice(-8),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/),
      guide_name: productOf('bundle').name,
      amount: centsOf('bundle'),
    }),
    refund_due_since: null,
    disputes: [],
    receipt: expect.objectContaining({ state: 'none', next_copy: null }),
    session_id: session,
    payment_id: expect.stringMatching(/^pi_\w+$/),
    stripe_url: expect.stringMatching(/^http:\/\/127.0.0.1:\d+\/#pi_\w+$/),
    history: expect.any(Array),
  });
  const names = [number, number.slice(5), session.slice(-8), session, detail.payment_id];
  for (const name of names) expect(await find(name), name).toEqual({ order: detail, others: [] });
});

test('of orders by one address, or one reference, the newest is found, and no address is kept', async () => {
  const buyer = buyerKey('jane@example.com');
  const same = ['one', 'two', 'three'].map((name, n) =>
    sessionFor(n, { id: `cs_test_${name}SAME8LTR`, buyer }),
  );
  await keepAll([...same, sessionFor(3)]);
  const numbers = await Promise.all(same.map(({ id }) => orderNumber(id)));
  for (const query of [' Jane@Example.COM ', 'SAME8LTR']) {
    const { order, others } = await find(query);
    expect([order.number, ...others]).toEqual(numbers.toReversed());
  }
  expect(await find('john@example.com')).toEqual(NO_ORDER);
  const logged = vi.mocked(console.log).mock.calls;
  expect(JSON.stringify([logged, await ordersIn(shop.redis)])).not.toMatch(/jane|john/i);
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

test('an order shows where its dispute stands, and until when to answer it', async () => {
  const session = await buy(shop, 'individual_guide_6_10');
  const { id } = await control(shop, 'dispute', { session, status: 'needs_response' });
  await expectStatus(shop, session, 'disputed');
  const { data } = await shop.stripe.disputes.list();
  const due = (data[0]?.evidence_details.due_by ?? 0) * 1000;
  const disputes = async (): Promise<OrderDetail['disputes']> => (await detailOf(session)).disputes;
  expect(await disputes()).toEqual([
    { id, says: 'Dispute opened', due_by: new Date(due).toISOString() },
  ]);
  await control(shop, 'dispute/update', { id, status: 'lost' });
  await expect.poll(disputes).toEqual([{ id, says: 'Dispute lost', due_by: null }]);
});

/** tests/admin/order-history.test.ts has what else there is to tell. */
test('an order tells its history, overrides once, and counts its downloads', async () => {
  const session = await buy(shop, 'individual_guide_6_10');
  const { files } = await (await access(shop, 'guide-1', session)).json();
  await (await shop.call(files[0].downloadUrl)).arrayBuffer();
  for (const wanted of ['blocked', 'blocked', 'open', 'open']) await setAccess(session, wanted);
  await control(shop, 'refund', { session, amount: 39 });
  await control(shop, 'dispute', { session });
  await expectStatus(shop, session, 'disputed');
  const { history, downloads }: OrderDetail = await detailOf(session);
  expect(downloads).toBe(1);
  // What happens within one second has no order.
  const kinds = ['began', 'blocked', 'dispute', 'download', 'paid', 'refund', 'unblocked'];
  expect(history.map(({ kind }) => kind).toSorted()).toEqual(kinds);
  expect(history.find(({ kind }) => kind === 'paid')?.detail).toBe(
    'First reported by Stripe’s webhook. Event: checkout.session.completed.',
  );
});

test('while Redis is down every question is answered with 503, while Stripe is one', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const session = await buy(shop, 'bundle');
  const { payment_id: payment, number } = await detailOf(session);
  shop.failRedis('500');
  const answers = [
    ...['orders', `orders/${number}`, 'report?period=this-month', 'orders.csv?period=2026'].map(
      read,
    ),
    ask(number),
    setAccess(session, 'blocked'),
  ];
  for (const answer of answers) await expectProblem(await answer, 503, 'temporarily_unavailable');
  shop.failRedis('none');
  shop.failStripe('500');
  await expectProblem(await ask(payment), 502, 'payment_unavailable');
  expect((await find(number)).order).toMatchObject({ session_id: session, status: 'paid' });
});
