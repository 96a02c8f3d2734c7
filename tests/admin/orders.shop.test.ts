import { beforeEach, describe, expect, test, vi } from 'vitest';
import { buyerHash } from '../../netlify/shop/buyer-hash.ts';
import { uniqueOrders } from '../../src/admin/orders/OrderList.tsx';
import type { OrderDetail, OrderPage, OrderRow } from '../../src/contract/admin-orders.ts';
import { noteWithdrawal } from '../../netlify/orders/notes.ts';
import { readOrder } from '../../netlify/orders/store.ts';
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
const find = async (query: string): Promise<OrderRow[]> => {
  const response = await owner.post('/api/admin/find-order', { query });
  return (await response.json()).orders;
};
const findNumbers = async (query: string): Promise<string[]> =>
  (await find(query)).map(({ number }) => number);
const detailOf = async (session: string): Promise<OrderDetail> =>
  (await read(`orders/${orderNumberOf(session)}`)).json();
const setAccess = (session: string, wanted: string) =>
  owner.post(`/api/admin/orders/${orderNumberOf(session)}/access`, { access: wanted });
const pageAt = async (from: number | null): Promise<OrderPage> =>
  (await read(from === null ? 'orders' : `orders?from=${from}`)).json();

describe('the list of orders', () => {
  test.each([
    { name: 'no orders if there are none', stored: 0, soldMeanwhile: 0, pageSizes: [0] },
    { name: '25 orders on one page, newest first', stored: 25, soldMeanwhile: 0, pageSizes: [25] },
    {
      name: '26 orders on two pages, newest first',
      stored: 26,
      soldMeanwhile: 0,
      pageSizes: [25, 1],
    },
    {
      name: '51 orders on three pages, newest first',
      stored: 51,
      soldMeanwhile: 0,
      pageSizes: [25, 25, 1],
    },
    {
      name: 'each order once if a new order arrives between two page requests',
      stored: 50,
      soldMeanwhile: 1,
      pageSizes: [25, 25, 1],
    },
  ])('lists $name', async ({ stored, soldMeanwhile, pageSizes }) => {
    const sold = seedsFrom(0, stored);
    await saveAll(sold);
    const pages = [await pageAt(null)];
    await saveAll(seedsFrom(stored, soldMeanwhile));
    for (let last = pages.at(-1); last?.next; last = pages.at(-1)) {
      pages.push(await pageAt(last.next));
    }

    expect(pages.map(({ orders }) => orders.length)).toEqual(pageSizes);
    const shown = uniqueOrders(pages).map(({ number }) => number);
    expect(shown).toEqual(sold.map(({ id }) => orderNumberOf(id)).toReversed());
    expect(pages.at(-1)?.total).toBe(stored + soldMeanwhile);
  });

  test('lists all withdrawn orders first, even if they exceed one page', async () => {
    const seeds = seedsFrom(0, 30);
    await saveAll(seeds);
    for (const { id } of seeds) {
      const order = await readOrder(id);
      if (order) await noteWithdrawal(order, []);
    }
    const { waiting } = await pageAt(null);
    const numbers = waiting.withdrawn.map(({ number }) => number);
    expect(numbers.toSorted()).toEqual(seeds.map(({ id }) => orderNumberOf(id)).toSorted());
  });

  test.each(['?from=-1', '?from=x', '?from=1.5', '?page=2', '.csv?period=', '.csv?period=2026-13'])(
    'returns 400 for orders%s',
    async (query) => expectProblem(await read(`orders${query}`), 400, 'invalid_request'),
  );
});

describe('a search', () => {
  test('finds an order by each of its ids', async () => {
    const session = await buy(shop, 'bundle');
    await buy(shop, 'individual_guide_6_10');
    const number = orderNumberOf(session);
    const { stripe_url: url } = await detailOf(session);
    const [payment = ''] = /pi_\w+$/.exec(url ?? '') ?? [];
    for (const name of [number, number.slice(5), session.slice(-8), session, payment]) {
      expect(await find(name), name).toMatchObject([
        {
          number,
          reference: session.slice(-8),
          guide_name: productOf('bundle').name,
          amount: centsOf('bundle'),
          status: 'paid',
        },
      ]);
    }
  });

  describe('among several orders', () => {
    const sameBuyer = ['one', 'two', 'three'].map((name, n) => ({
      id: `cs_test_${name}SAME8LTR`,
      sale: saleFor(n, { buyer: buyerHash('jane@example.com') }),
    }));

    test.each([
      { name: 'email address', query: ' Jane@Example.COM ' },
      { name: 'reference', query: 'SAME8LTR' },
    ])('finds all matching orders by $name, newest first', async ({ query }) => {
      await saveAll([...sameBuyer, seedFor(3)]);
      const numbers = sameBuyer.map(({ id }) => orderNumberOf(id));
      expect(await findNumbers(query)).toEqual(numbers.toReversed());
    });

    test('finds no orders for an email address without orders', async () => {
      await saveAll(sameBuyer);
      expect(await find('john@example.com')).toEqual([]);
    });

    test('does not log or store the email address that was searched for', async () => {
      await saveAll(sameBuyer);
      await find('jane@example.com');
      await find('john@example.com');
      const logged = vi.mocked(console.log).mock.calls;
      const stored = (await orderKeys(shop)).map((key) => shop.redis.hgetall(key));
      expect(JSON.stringify([logged, await Promise.all(stored)])).not.toMatch(/jane|john/i);
    });

    test('returns the newest 50 orders if more match', async () => {
      const seeds = seedsFrom(0, 51, { buyer: buyerHash('school@example.com') });
      await saveAll(seeds);
      const newest = seeds.slice(1).map(({ id }) => orderNumberOf(id));
      expect(await findNumbers('school@example.com')).toEqual(newest.toReversed());
    });
  });

  test.each(['0000-0000-0000', 'abcdefgh', 'cs_test_none', 'pi_none', 'what?'])(
    'finds no orders for "%s"',
    async (query) => {
      await buy(shop, 'bundle');
      expect(await find(query)).toEqual([]);
    },
  );

  test('finds no order for an unpaid session', async () => {
    expect(await find(await openSession(shop, 'bundle'))).toEqual([]);
  });
});

describe('the address of an order', () => {
  test.each([
    { name: 'an unknown order number', numberOf: () => '0000-0000-0000' },
    { name: 'a session id instead of a number', numberOf: (session: string) => session },
    { name: 'a reference instead of a number', numberOf: (session: string) => session.slice(-8) },
  ])('returns 404 for $name', async ({ numberOf }) => {
    const session = await buy(shop, 'bundle');
    await expectProblem(await read(`orders/${numberOf(session)}`), 404, 'order_not_found');
  });

  test('returns 404 for a decision about an unknown order', async () => {
    await expectProblem(await setAccess('none', 'open'), 404, 'order_not_found');
  });
});

describe('the owner’s decision', () => {
  test.each(['open', 'blocked'])(
    'rejects the decision "%s" for an unpaid order',
    async (wanted) => {
      const session = await openSession(shop, 'bundle');
      await control(shop, 'pay', { session, method: 'bank' });
      await expectStatus(shop, session, 'pending');
      await expectProblem(await setAccess(session, wanted), 400, 'invalid_request');
    },
  );

  const BLOCK = { access: 'blocked', status: 'blocked' };
  const OPEN = { access: 'open', status: 'paid' };

  test.each([
    { name: 'a paid order', decisions: [BLOCK, OPEN, BLOCK, OPEN] },
    { name: 'a paid order, even if decisions are repeated', decisions: [BLOCK, BLOCK, OPEN, OPEN] },
    {
      name: 'a partly refunded order',
      refund: { amount: 39 },
      statusBefore: 'paid',
      decisions: [BLOCK, OPEN, BLOCK],
    },
    {
      name: 'a fully refunded order',
      refund: { amount: null },
      statusBefore: 'refunded',
      decisions: [OPEN, BLOCK, OPEN],
    },
    {
      name: 'a disputed order',
      dispute: { status: 'needs_response' },
      statusBefore: 'disputed',
      decisions: [OPEN, BLOCK, OPEN],
    },
  ])('applies each decision about $name', async (row) => {
    const { refund, dispute, statusBefore = 'paid', decisions } = row;
    const session = await buy(shop, 'individual_guide_6_10');
    if (refund) await control(shop, 'refund', { session, ...refund });
    if (dispute) await control(shop, 'dispute', { session, ...dispute });
    await expectStatus(shop, session, statusBefore);

    for (const { access: wanted, status } of decisions) {
      expect(await (await setAccess(session, wanted)).json()).toMatchObject({ status });
      const product = await access(shop, 'guide-1', session);
      expect(product.status).toBe(status === 'paid' ? 200 : 403);
    }
  });
});

describe('the details of an order', () => {
  test('shows how often the file was downloaded', async () => {
    const session = await buy(shop, 'individual_guide_6_10');
    const { files } = await (await access(shop, 'guide-1', session)).json();
    await (await shop.call(files[0].downloadUrl)).arrayBuffer();
    expect(await detailOf(session)).toMatchObject({
      fetched: 1,
      files: [{ file_name: fileNameOf('guide-1'), times: 1 }],
    });
  });

  test('shows the refund, the dispute and the owner’s decision', async () => {
    const session = await buy(shop, 'individual_guide_6_10');
    await expectStatus(shop, session, 'paid');
    await setAccess(session, 'blocked');
    await setAccess(session, 'open');
    await control(shop, 'refund', { session, amount: 39 });
    await control(shop, 'dispute', { session, status: 'needs_response' });
    await expectStatus(shop, session, 'disputed');

    const { data } = await shop.stripe.disputes.list();
    const dueBy = new Date((data[0]?.evidence_details.due_by ?? 0) * 1000).toISOString();
    expect(await detailOf(session)).toMatchObject({
      session_id: session,
      status: 'disputed',
      refunded: 39,
      access: { is: 'open' },
      disputes: [{ status: 'needs_response', due_by: dueBy }],
    });
  });
});

test.each([
  { name: 'an order', pathOf: (number: string) => `orders/${number}` },
  { name: 'the report', pathOf: () => 'report?period=this-month' },
  { name: 'the CSV file', pathOf: () => 'orders.csv?period=2026' },
])('returns 503 instead of $name while Redis fails', async ({ pathOf }) => {
  vi.spyOn(console, 'error').mockReturnValue();
  const number = orderNumberOf(await buy(shop, 'bundle'));
  shop.failRedis('500');
  await expectProblem(await read(pathOf(number)), 503, 'temporarily_unavailable');
});

test('finds orders while Stripe fails', async () => {
  const number = orderNumberOf(await buy(shop, 'bundle'));
  shop.failStripe('500');
  expect(await find(number)).toMatchObject([{ number, status: 'paid' }]);
});
