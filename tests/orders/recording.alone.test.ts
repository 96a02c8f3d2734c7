import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openRedis } from '../../netlify/platform/redis.ts';
import { buyerKey } from '../../netlify/platform/buyer-key.ts';
import { numberOf } from '../../netlify/shop/words.ts';
import { findFacts, findNewEvents, recordFacts } from '../../netlify/orders/redis-orders.ts';
import type { CheckoutSession } from '../../netlify/checkout/checkout-session.ts';
import {
  downloadsIn,
  noteDownload,
  readDownloads,
} from '../../netlify/downloads/count-downloads.ts';
import { findOrder, listOrders, setAccess } from '../../netlify/admin/order-queries.ts';
import { ENGINES, openStores } from '../shop/engines.ts';
import { hostedServices } from '../shop/hosted-services.ts';
import { keepAll, sessionFor, sessionsFrom } from '../shop/seed.ts';

const AT_ONCE = 3;
// The in-process engine takes its time for a script.
vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal);

const AMOUNT = 1234;

const sale = (more: Partial<CheckoutSession> = {}): CheckoutSession =>
  sessionFor(3, { productType: 'bundle', amountInCents: AMOUNT, ...more });

const refund = (id: string, amountInCents: number, status = 'succeeded') => ({
  id,
  amountInCents,
  status,
  createdAt: 1_768_480_000,
});

/** Notes downloads at the ends of windows of ten minutes, at once. */
const fetchIn = (...windows: readonly number[]) =>
  Promise.all(windows.map((n) => noteDownload('cs_1', 'guide-1', 1_768_479_900 + 600 * n)));
const noted = async () => (await findFacts('cs_1'))['download:guide-1'] ?? '';

const { environment } = await hostedServices();
Object.assign(process.env, environment);

describe.each(ENGINES)('the orders on %s', (_name, searchPath) => {
  let stores: Awaited<ReturnType<typeof openStores>>;
  beforeAll(async () => {
    stores = await openStores(searchPath);
  });
  afterAll(() => stores.close());

  /** The orders of an empty Redis. */
  const open = async () => {
    const { redis } = openRedis(stores.address());
    await redis.flushall();
    return redis;
  };

  test('have each refund once, in whatever order and however often it is reported', async () => {
    await open();
    const moments = [
      sale({ payment: 'pending' }),
      sale(),
      sale({ refunds: [refund('re_1', 300)] }),
      sale({ refunds: [refund('re_1', 300), refund('re_2', 200, 'pending')] }),
      sale({ refunds: [refund('re_1', 300), refund('re_2', 200, 'failed')] }),
      sale({ refunds: [refund('re_1', 300), refund('re_2', 200, 'canceled')] }),
    ];
    const anyhow = [5, 0, 3, 1, 4, 2].map((n) => moments[n] ?? sale());
    await keepAll([...anyhow, ...moments, ...anyhow.toReversed()], AT_ONCE);
    const { orders, total } = (await listOrders()) ?? {};
    expect(total).toBe(1);
    const sold = { status: 'paid', amountInCents: AMOUNT, refundedInCents: 300 };
    expect(orders?.map(({ order }) => order)).toMatchObject([sold]);
  });

  test('are listed, found, blocked and opened', async () => {
    await open();
    const buyer = buyerKey(sessionFor(7).email ?? '');
    await keepAll(
      [...sessionsFrom(0, 7), sessionFor(7, { buyer }), ...sessionsFrom(8, 19)],
      AT_ONCE,
    );
    const first = await listOrders();
    const second = await listOrders(first?.next ?? '');
    expect([first?.orders.length, second?.orders.length, second?.next]).toEqual([25, 2, null]);
    expect(first?.orders[0]?.order.sessionId).toBe(sessionFor(26).id);
    const { id, email } = sessionFor(7);
    const number = numberOf(id);
    for (const name of [number, number.slice(5), id.slice(-8).toLowerCase(), email ?? '']) {
      expect((await findOrder(name))?.order.sessionId, name).toBe(id);
    }
    const kept = await findOrder(id);
    if (!kept) throw new Error('not found');
    const blocked = await setAccess(kept, 'blocked');
    expect(blocked.order.status).toBe('blocked');
    expect((await setAccess(blocked, 'open')).order.status).toBe('paid');
  });

  test('answer who adds a fact first, and to nobody else', async () => {
    const redis = await open();
    const facts = { product: 'bundle', amount: '1', currency: 'usd', created: '1' };
    const bought = { id: 'cs_test_1', createdAt: 1, productType: 'bundle' };
    const paid = { ...facts, 'payment:paid': 'x' };
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, () => recordFacts(paid, { sale: bought, eventId: 'evt_1' })),
    );
    expect(answers.filter(({ added }) => added.includes('payment:paid'))).toHaveLength(1);
    expect(await findNewEvents(['evt_1', 'evt_2'])).toEqual(new Set(['evt_2']));
    expect(await redis.ttl('event:dev:evt_1')).toBeGreaterThan(30 * 24 * 3600);
  });

  test('stay small however often their files are fetched, and count each file once in its ten minutes', async () => {
    await open();
    await fetchIn(1, 2, 1, 2, 1, 3);
    expect(downloadsIn(await findFacts('cs_1'))).toBe(3);
    for (let n = 1; n <= 10; n += 1) await fetchIn(n);
    const early = await noted();
    for (let n = 11; n <= 50; n += 1) await fetchIn(n);
    const late = await noted();
    expect(readDownloads(late)).toMatchObject({ count: 50, first: 1_768_479_900 + 600 });
    expect(late).toHaveLength(early.length);
  });
});
