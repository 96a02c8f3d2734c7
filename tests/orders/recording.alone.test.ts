import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openRedis } from '../../netlify/clients/redis.ts';
import { noteDownload } from '../../netlify/downloads/count-downloads.ts';
import { buyerKey } from '../../netlify/mail/buyer-key.ts';
import { numberOf } from '../../netlify/orders/order-names.ts';
import { findFacts, findNewEvents, recordFacts } from '../../netlify/orders/redis-orders.ts';
import { findSums } from '../../netlify/orders/redis-sums.ts';
import type { CheckoutSession } from '../../netlify/checkout/checkout-session.ts';
import { downloadsIn, readDownloads } from '../../netlify/downloads/count-downloads.ts';
import { limitShared } from '../../netlify/http/rate-limiter.ts';
import { findOrder, listOrders, setAccess } from '../../netlify/admin/order-queries.ts';
import { ENGINES, openStores } from '../shop/engines.ts';
import { hostedServices } from '../shop/hosted-services.ts';
import { keepAll, sessionFor, sessionsFrom } from '../shop/seed.ts';

/** The in-process engine takes its time for a script, and a request has 1.5 s. */
const AT_ONCE = 3;

const AMOUNT = 1234;

/** The end of the nth ten minutes. */
const windowOf = (n: number): number => 1_768_480_200 + 600 * n;

/** Notes a download in the middle of a window. */
const fetchFile = (session: string, window: number) =>
  noteDownload(session, { name: 'download:guide-1', window }, window - 300);

const sale = (more: Partial<CheckoutSession> = {}): CheckoutSession =>
  sessionFor(3, { productType: 'bundle', amountInCents: AMOUNT, ...more });

const refund = (id: string, amountInCents: number, status = 'succeeded') => ({
  id,
  amountInCents,
  status,
  createdAt: 1_768_480_000,
});

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

  test('are counted once, in any order, twice and at once', async () => {
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
    const sold = { orders: 1, amount: AMOUNT, discount: 0, refunded: 300 };
    const found = await findSums(['2026-01-15', '2026-01', 'all', '2026-01-16']);
    expect(found).toEqual([
      ...Array.from({ length: 3 }, () => new Map([['bundle', sold]])),
      new Map(),
    ]);
  });

  test('are listed, found, blocked and opened', async () => {
    const redis = await open();
    const buyer = buyerKey(sessionFor(7).email ?? '');
    const [known, rest] = [sessionsFrom(0, 7), sessionsFrom(8, 19)];
    await keepAll([...known, sessionFor(7, { buyer }), ...rest], AT_ONCE);
    const first = await listOrders(null);
    const second = await listOrders(first?.last ?? '');
    expect([first?.orders.length, second?.orders.length, second?.last]).toEqual([25, 2, null]);
    expect(first?.orders[0]?.order.sessionId).toBe(sessionFor(26).id);
    expect(await listOrders('cs_test_none')).toBeNull();
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
    for (const list of ['receipts:dev', 'lost-receipts:dev']) {
      await redis.zadd(list, { score: 1, member: id });
    }
    expect([(await listOrders(null))?.lost, (await findOrder(id))?.waits]).toEqual([[id], true]);
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

  test('stay small however often their files are fetched, and know how often', async () => {
    await open();
    const { id } = sessionFor(3);
    const fetchIn = async (first: number, last: number): Promise<void> => {
      const windows = Array.from({ length: 1 + last - first }, (_, n) => windowOf(first + n));
      for (const window of windows) await fetchFile(id, window);
    };
    const measured = async () => {
      const facts = await findFacts(id);
      const entries = Object.entries(facts);
      const bytes = entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
      return { count: downloadsIn(facts), fields: entries.length, bytes };
    };
    await fetchIn(1, 10);
    const early = await measured();
    await fetchIn(11, 50);
    const late = await measured();
    expect([early.count, late.count]).toEqual([10, 50]);
    expect(late.fields).toBe(early.fields);
    expect(late.bytes).toBe(early.bytes);
    const [first, last] = [1, 50].map((n) => windowOf(n) - 300);
    const kept = (await findFacts(id))['download:guide-1'] ?? '';
    expect(readDownloads(kept)).toEqual({ count: 50, first, last });
  });

  test('count each file once in its ten minutes, by however many at once', async () => {
    await open();
    const windows = [600, 1200, 600, 1200, 600, 1800];
    await Promise.all(windows.map((window) => fetchFile('cs_test_1', window)));
    for (const window of windows) await fetchFile('cs_test_1', window);
    expect(downloadsIn(await findFacts('cs_test_1'))).toBe(3);
  });

  test('are bought within limits that are counted there too', async () => {
    const redis = await open();
    await limitShared('a client', ['create-payment']);
    expect(await redis.keys('limit:dev:create-payment:*')).toHaveLength(2);
  });
});
