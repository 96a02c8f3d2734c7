import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { OrderMoment } from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { orderLine } from '../../netlify/guides/stamp/line.ts';
import { buyerKey } from '../../netlify/mail/buyer-key.ts';
import { ordersIn } from '../backup/contents.ts';
import { centsOf, productOf } from '../catalogue.ts';
import { access, buy, control, expectStatus, openSession, setFaults } from '../shop/buying.ts';
import { ownerHeaders } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { keepAll, sessionFor } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const headers = await ownerHeaders(shop);

beforeEach(async () => {
  vi.spyOn(console, 'log').mockReturnValue();
  shop.failRedis('none');
  shop.failStripe('none');
  await shop.redis.flushall();
  await setFaults(shop, {});
});

const read = (path: string) => shop.call(`/api/admin/${path}`, { headers });
const find = async (query: string) =>
  (await shop.post('/api/admin/find-order', { query }, headers)).json();
const setAccess = async (session: string, wanted: string) => {
  const path = `/api/admin/orders/${await orderNumber(session)}`;
  return shop.post(path, { access: wanted }, headers);
};
const detailOf = async (session: string) =>
  (await read(`orders/${await orderNumber(session)}`)).json();

describe('an order', () => {
  test('is found by its number however it is printed or typed, its reference, its session and its payment', async () => {
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
      refunded: 0,
      currency: 'USD',
      status: 'paid',
      downloads: 0,
      receipt_lost: false,
      receipt: expect.objectContaining({ state: 'none', next_copy: null }),
      session_id: session,
      payment_id: expect.stringMatching(/^pi_\w+$/),
      stripe_url: expect.stringMatching(/^http:\/\/127.0.0.1:\d+\/#pi_\w+$/),
      history: expect.any(Array),
    });
    const spellings = [
      number,
      number.toLowerCase(),
      number.replaceAll('-', ''),
      ` ${number.replaceAll('-', ' ')} `,
      orderLine(number),
      `MSK-${number}`,
      number.slice(5),
      session.slice(-8),
      session.slice(-8).toLowerCase(),
      `…${session.slice(-8)}`,
      session,
      detail.payment_id,
    ];
    for (const spelling of spellings) {
      expect(await find(spelling), spelling).toEqual({ order: detail, others: [] });
    }
    const place = new URL(detail.stripe_url).hash.slice(1);
    expect(await (await shop.control('/')).text(), 'the page at Stripe').toContain(`id="${place}"`);
  });

  test('is found by the address of its buyer, of which the shop keeps and logs nothing', async () => {
    const log = vi.spyOn(console, 'log').mockReturnValue();
    const sessions = [0, 1, 2].map((n) => sessionFor(n, { buyer: buyerKey('jane@example.com') }));
    await keepAll([...sessions, sessionFor(3)]);
    const [first, second, newest] = await Promise.all(sessions.map(({ id }) => orderNumber(id)));
    for (const typed of ['jane@example.com', ' Jane@Example.COM ', 'Jane <jane@example.com>']) {
      const { order, others } = await find(typed);
      expect([order.number, ...others], typed).toEqual([newest, second, first]);
    }
    expect(await find('john@example.com')).toEqual({ order: null, others: [] });
    expect(JSON.stringify([log.mock.calls, await ordersIn(shop.redis)])).not.toMatch(/jane|john/i);
  });

  test('that was recorded without its names gets them with whatever is recorded next', async () => {
    const session = await buy(shop, 'bundle');
    for (const key of await shop.redis.keys('find:*')) await shop.redis.del(key);
    expect((await find(session.slice(-8))).order).toBeNull();
    await control(shop, 'refund', { session, amount: 100 });
    await expect.poll(async () => (await find(session.slice(-8))).order?.session_id).toBe(session);
    const number = await orderNumber(session);
    for (const typed of [number, `MSK-${number}`]) {
      expect((await find(typed)).order.session_id).toBe(session);
    }
  });

  test('that is none is answered with null, or 404 where its number is the address', async () => {
    const open = await openSession(shop, 'bundle');
    const none = ['0000-0000-0000', 'abcdefgh', open, 'cs_test_none', 'pi_none', 'what is this?'];
    for (const query of none) {
      expect(await find(query), query).toEqual({ order: null, others: [] });
    }
    const session = await buy(shop, 'bundle');
    for (const number of ['0000-0000-0000', session, session.slice(-8), 'x']) {
      await expectProblem(await read(`orders/${number}`), 404, 'order_not_found');
    }
    const blocked = await shop.post('/api/admin/orders/none', { access: 'open' }, headers);
    await expectProblem(blocked, 404, 'order_not_found');
  });

  test('that shares its reference with others is told with their numbers, the newest first', async () => {
    const shared = ['one', 'two', 'three'].map((name, n) =>
      // Two of them began in the same second.
      sessionFor(Math.min(n, 1), { id: `cs_test_${name}SAME8LTR` }),
    );
    await keepAll(shared);
    const { order, others } = await find('SAME8LTR');
    const numbers = await Promise.all(shared.map(({ id }) => orderNumber(id)));
    expect([order.number, ...others].toSorted()).toEqual(numbers.toSorted());
    expect(others.at(-1)).toBe(numbers[0]);
    for (const { id } of shared) expect((await detailOf(id)).session_id).toBe(id);
  });

  test('tells its history, oldest first, and counts the downloads', async () => {
    const session = await buy(shop, 'individual_guide_6_10');
    const { files } = await (await access(shop, 'guide-1', session)).json();
    await (await shop.call(files[0].downloadUrl)).arrayBuffer();
    await setAccess(session, 'blocked');
    await setAccess(session, 'open');
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
    expect(told).toEqual(
      expect.arrayContaining([
        'began: Checkout started',
        'paid: Paid',
        `download: Download: ${productOf('guide-1').file_name}`,
        'blocked: You blocked downloads',
        'unblocked: You allowed downloads',
        'refund: Refunded in Stripe: $0.39',
        'dispute: Dispute opened',
        'dispute: Dispute won',
      ]),
    );
    expect(told[0]).toBe('began: Checkout started');
    expect(moments.find(({ kind }) => kind === 'paid')?.detail).toMatch(
      /^First reported by Stripe’s webhook\. Event: checkout\.session\.completed\.$/,
    );
    expect(told.join()).not.toMatch(/webhook|checkout\.session|charge\.|refund\./);
    const times = moments.map(({ at }) => Date.parse(at ?? ''));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });
});

describe('an override of the owner', () => {
  test('is written once, however often it is lifted', async () => {
    const session = await buy(shop, 'bundle');
    for (let time = 0; time < 3; time += 1) await setAccess(session, 'blocked');
    for (let time = 0; time < 3; time += 1) await setAccess(session, 'open');
    const { history } = await detailOf(session);
    const kinds = history.map(({ kind }: OrderMoment) => kind);
    expect(kinds.filter((kind: string) => /blocked/.test(kind))).toEqual(['blocked', 'unblocked']);
  });

  test.each([[{}], [{ access: 'paid' }], [{ access: 'open', because: 'I can' }]])(
    'does not do %j',
    async (body) => {
      const session = await buy(shop, 'bundle');
      const path = `/api/admin/orders/${await orderNumber(session)}`;
      await expectProblem(await shop.post(path, body, headers), 400, 'invalid_request');
    },
  );
});

test('while Redis is down every question is answered with 503, and nothing is lost', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const session = await buy(shop, 'bundle');
  shop.failRedis('500');
  const number = await orderNumber(session);
  const answers = [
    ...['orders', `orders/${number}`, 'sales?range=7', 'reconciler', 'orders.csv'].map(read),
    shop.post('/api/admin/find-order', { query: number }, headers),
    setAccess(session, 'blocked'),
  ];
  for (const answer of answers) await expectProblem(await answer, 503, 'temporarily_unavailable');
  shop.failRedis('none');
  expect(await detailOf(session)).toMatchObject({ status: 'paid' });
});

test('while Stripe is down only a payment id cannot be looked up', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const session = await buy(shop, 'bundle');
  const { payment_id: query, number } = await detailOf(session);
  shop.failStripe('500');
  const answer = await shop.post('/api/admin/find-order', { query }, headers);
  await expectProblem(answer, 502, 'payment_unavailable');
  expect((await find(number)).order.session_id).toBe(session);
});
