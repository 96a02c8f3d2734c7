import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listOrders } from '../../netlify/admin/orders.ts';
import { startRedisEngine } from '../../netlify/local/redis-engine.ts';
import { createUpstashRest } from '../../netlify/local/upstash-rest.ts';
import { countDownload, noteWithdrawal, setAccess } from '../../netlify/orders/notes.ts';
import { type Order, NO_NOTES } from '../../netlify/orders/order.ts';
import type { FollowUp, FulfillSource } from '../../netlify/orders/follow-up-jobs.ts';
import { save } from '../../netlify/orders/save.ts';
import { readOrder, readStoredState } from '../../netlify/orders/store.ts';
import type { Sale } from '../../netlify/stripe/sale.ts';
import { claimJob, findDueJobs } from '../../netlify/platform/queue.ts';
import { buy } from '../shop/buying.ts';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { idFor, refundOf, saleFor } from '../shop/seed.ts';

const NOTHING = { jobs: [] };

const shop = await openMailShop();
const { followUpOf } = await import('../../netlify/orders/follow-up-jobs.ts');
beforeEach(shop.startAnew);

const now = (): number => Math.floor(Date.now() / 1000);

const saveNew = (n: number, followUp: FollowUp = NOTHING) =>
  save(idFor('cs_test_', n), { version: '0', sale: null }, saleFor(n), followUp);

describe('saving a response from Stripe', () => {
  const id = idFor('cs_test_', 102);
  const sale = saleFor(102);
  const refundedSale = saleFor(102, { refunds: [refundOf(1)] });

  test('writes a sale if the order has not been written since its version was read', async () => {
    expect(await save(id, await readStoredState(id), sale, NOTHING)).toBe('written');
    expect(await readOrder(id)).toMatchObject({ refunds: [] });
  });

  test('refuses a different sale if the order has been written since its version was read', async () => {
    const before = await readStoredState(id);
    await save(id, before, sale, NOTHING);
    expect(await save(id, before, refundedSale, NOTHING)).toBe('moved');
    expect((await readOrder(id))?.refunds).toEqual([]);
  });

  test('enqueues no job for a refused sale', async () => {
    const before = await readStoredState(id);
    await save(id, before, sale, NOTHING);
    await save(id, before, refundedSale, { jobs: ['receipt:2'] });
    expect(await findDueJobs('jobs', now(), 10)).not.toContain('receipt:2');
  });

  // A dispute may return to an earlier status. In that case, a late response with the intermediate
  // status must not replace a newer response that equals the stored sale.
  test('refuses a different sale if the stored sale was rewritten unchanged in the meantime', async () => {
    await save(id, await readStoredState(id), sale, NOTHING);
    const before = await readStoredState(id);
    expect(await save(id, before, sale, NOTHING)).toBe('written');
    expect(await save(id, before, refundedSale, NOTHING)).toBe('moved');
  });

  test('refuses a different sale after a late response that equals the stored sale', async () => {
    const empty = await readStoredState(id);
    await save(id, empty, sale, NOTHING);
    const before = await readStoredState(id);
    expect(await save(id, empty, sale, NOTHING)).toBe('same');
    expect(await save(id, before, refundedSale, NOTHING)).toBe('moved');
  });
});

test('does not enqueue a job that is already running', async () => {
  const job = 'alert:webhook/2027-01-01';
  await saveNew(103, { jobs: [job] });
  expect(await claimJob(job, now())).not.toBeNull();
  await saveNew(104, { jobs: [job] });
  expect(await findDueJobs('jobs', now(), 10)).not.toContain(job);
});

describe('a note about an order that is not stored', () => {
  const order: Order = { sessionId: 'cs_test_none', ...saleFor(1), ...NO_NOTES };

  test.each([
    { name: 'a download', write: () => countDownload(order.sessionId, 'guide-1') },
    { name: 'the owner’s decision', write: () => setAccess(order, 'blocked') },
  ])('does not store $name for an unknown order', async ({ write }) => {
    await write();
    expect(await shop.redis.exists('order:dev:cs_test_none')).toBe(0);
  });

  test('throws an error for a withdrawal from an unknown order', async () => {
    await expect(noteWithdrawal(order, [])).rejects.toThrow('orders unavailable');
    expect(await shop.redis.exists('order:dev:cs_test_none')).toBe(0);
  });
});

test('adds a download to the count that an earlier version of the shop stored', async () => {
  const id = idFor('cs_test_', 106);
  await saveNew(106);
  const stored = { 'fetched:guide-1': '{"times":2,"lastAt":1767225600}' };
  await shop.redis.hset(`order:dev:${id}`, stored);
  expect((await readOrder(id))?.fetched).toEqual({ 'guide-1': { times: 2, lastAt: 1767225600 } });
  await countDownload(id, 'guide-1');
  const lastAt = expect.closeTo(now(), -1);
  expect((await readOrder(id))?.fetched).toEqual({ 'guide-1': { times: 3, lastAt } });
});

const HOUR = 3600;
const paidAgo = (seconds: number): Sale =>
  saleFor(1, { createdAt: now() - seconds, paidAt: now() - seconds });

const orderOf = (sale: Sale): Order => ({ sessionId: 'cs_test_1', ...sale, ...NO_NOTES });
const fulfilledBy = (source: FulfillSource, more: object = {}) => ({
  isOfThisSite: true,
  source,
  sendsReceipt: true,
  ...more,
});

type Store = { readonly sale: Sale | null; readonly storeCreatedAt: number | null };

const storeMade = (hoursAgo: number, sale: Sale | null = null): Store => ({
  sale,
  storeCreatedAt: now() - hoursAgo * HOUR,
});
const unpaid = (payment: 'pending' | 'failed'): Sale => saleFor(1, { payment, paidAt: null });

describe('the receipt', () => {
  const BY_WEBHOOK = fulfilledBy('webhook');
  const RECEIPT = { jobs: ['receipt:cs_test_1'] };

  test('enqueues a receipt once an order is paid', () => {
    expect(followUpOf(orderOf(paidAgo(5)), storeMade(1000), BY_WEBHOOK)).toEqual(RECEIPT);
  });

  test('enqueues no second receipt for an order that was paid before', () => {
    const sale = paidAgo(5);
    expect(followUpOf(orderOf(sale), storeMade(1000, sale), BY_WEBHOOK)).toEqual(NOTHING);
  });

  describe.each(['pending', 'failed'] as const)('of a %s payment', (payment) => {
    test('enqueues no receipt for an unpaid order', () => {
      const order = orderOf(unpaid(payment));
      expect(followUpOf(order, storeMade(1000), BY_WEBHOOK)).toEqual(NOTHING);
    });

    // The order was stored as unpaid, so no receipt had been sent.
    test('enqueues a receipt once an unpaid order is paid, even if the payment was long ago', () => {
      const order = orderOf(paidAgo(50 * HOUR));
      expect(followUpOf(order, storeMade(0, unpaid(payment)), BY_WEBHOOK)).toEqual(RECEIPT);
    });
  });

  // The mail service remembers sent emails for 24 hours.
  test('uses the payment time for the first receipt attempt if the Redis store is newer', () => {
    const ago = 23 * HOUR - 1;
    const followUp = followUpOf(orderOf(paidAgo(ago)), storeMade(0), BY_WEBHOOK);
    expect(followUp).toEqual({ ...RECEIPT, firstTryAt: now() - ago });
  });

  test('enqueues no receipt for a 23-hour-old payment if the Redis store is newer than the order', () => {
    const order = orderOf(paidAgo(23 * HOUR));
    expect(followUpOf(order, storeMade(0), BY_WEBHOOK)).toEqual(NOTHING);
  });

  test('enqueues a receipt for a 23-hour-old payment if the Redis store is older than the order', () => {
    const order = orderOf(paidAgo(23 * HOUR));
    expect(followUpOf(order, storeMade(1000), BY_WEBHOOK)).toEqual(RECEIPT);
  });

  test('enqueues no receipt for another site’s order on the same Stripe account', () => {
    const bySchedule = fulfilledBy('schedule', { isOfThisSite: false });
    const order = orderOf(paidAgo(2 * HOUR));
    expect(followUpOf(order, storeMade(1000), bySchedule)).toEqual(NOTHING);
  });
});

type AlertRow = { readonly name: string; readonly source: FulfillSource; readonly ago: number };

describe('an alert about the webhook', () => {
  const hasAlert = (source: FulfillSource, ago: number, store = storeMade(1000)): boolean => {
    const { jobs } = followUpOf(orderOf(paidAgo(ago)), store, fulfilledBy(source));
    return jobs.some((job) => job.startsWith('alert:webhook/'));
  };

  test('enqueues an alert if the schedule finds an order more than an hour after its payment', () => {
    expect(hasAlert('schedule', HOUR + 1)).toBe(true);
  });

  test.each<AlertRow>([
    { name: 'the schedule finds the order within an hour', source: 'schedule', ago: HOUR },
    { name: 'the webhook is late', source: 'webhook', ago: HOUR + 1 },
    { name: 'the buyer returns late', source: 'return', ago: HOUR + 1 },
    { name: 'a rebuild finds the order', source: 'rebuild', ago: HOUR + 1 },
  ])('enqueues no alert if $name', ({ source, ago }) => {
    expect(hasAlert(source, ago)).toBe(false);
  });

  // With a new store, the schedule reads 30 days of Stripe's events, which the webhook delivered to
  // the previous store.
  test.each([
    { name: 'the Redis store is empty', store: { sale: null, storeCreatedAt: null } },
    { name: 'the Redis store is newer than the order', store: storeMade(1) },
  ])('enqueues no alert if $name', ({ store }) => {
    expect(hasAlert('schedule', 2 * HOUR, store)).toBe(false);
  });

  test.each([
    { name: 'the Redis store is older than the order', store: () => storeMade(3) },
    {
      name: 'the Redis store is newer than the order but already lists it as pending',
      store: () => storeMade(1, unpaid('pending')),
    },
  ])('enqueues an alert if $name', ({ store }) => {
    expect(hasAlert('schedule', 2 * HOUR, store())).toBe(true);
  });
});

describe('a receipt for which the mail service’s response was lost', () => {
  let session = '';
  beforeEach(async () => {
    session = await buy(shop, 'bundle');
    await shop.setMailFaults({ cutOff: true });
    await shop.runSchedule();
    await shop.setMailFaults({});
  });

  test('records a receipt as sent if the mail service confirms it within 23 hours', async () => {
    pass((23 * HOUR) / 60);
    await shop.runSchedule();
    expect((await readOrder(session))?.receipt?.is).toBe('sent');
    expect(await shop.inbox()).toHaveLength(1);
  });

  test('records a receipt’s outcome as unknown after 23 hours, without another attempt', async () => {
    pass((23 * HOUR + 1) / 60);
    const before = shop.callsTo('mail');
    await shop.runSchedule();
    expect(shop.callsTo('mail')).toBe(before);
    expect((await readOrder(session))?.receipt?.is).toBe('unknown');
  });
});

describe('the keys of orders', () => {
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  test.each([
    { context: 'deploy-preview', secretKey: 'sk_test_1', key: 'orders:deploy-preview' },
    { context: 'branch-deploy', secretKey: 'sk_test_1', key: 'orders:branch-deploy' },
    // A live key in a preview is a configuration error, but its orders are still stored separately.
    { context: 'deploy-preview', secretKey: 'sk_live_1', key: 'orders:deploy-preview-live' },
    { context: 'branch-deploy', secretKey: 'rk_live_1', key: 'orders:branch-deploy-live' },
    { context: 'production', secretKey: 'sk_test_1', key: 'orders:production' },
    { context: 'production', secretKey: 'rk_test_1', key: 'orders:production' },
    { context: 'production', secretKey: 'sk_live_1', key: 'orders:production-live' },
    { context: 'production', secretKey: 'rk_live_1', key: 'orders:production-live' },
  ])(
    'stores orders under $key in the deploy context $context with $secretKey',
    async ({ context, secretKey, key }) => {
      vi.stubEnv('STRIPE_SECRET_KEY', secretKey);
      vi.stubGlobal('Netlify', { context: { deploy: { context } } });
      vi.resetModules();
      const { redisKey } = await import('../../netlify/platform/redis.ts');
      expect(redisKey('orders')).toBe(key);
    },
  );
});

/** Runs `work` with the in-process Redis engine, as on a machine without redis-server. */
const runInProcess = async (work: () => Promise<void>): Promise<void> => {
  vi.stubEnv('PATH', '');
  const { redis, isPersistent } = await startRedisEngine('');
  vi.unstubAllEnvs();
  expect(isPersistent).toBe(false);
  const engine = createUpstashRest(redis, process.env['UPSTASH_REDIS_REST_TOKEN'] ?? '');
  await shop.runOnce(work, async (_call, _send, request) => engine.fetch(request));
};

// These tests share one engine, which stores its data until the process ends.
describe('without redis-server', () => {
  test('stores and lists an order without redis-server', () =>
    runInProcess(async () => {
      await saveNew(105);
      const { orders } = await listOrders(0);
      expect(orders.map(({ reference }) => reference)).toContain(idFor('cs_test_', 105).slice(-8));
    }));

  test('rejects an outdated response from Stripe without redis-server', () =>
    runInProcess(async () => {
      expect(await saveNew(107)).toBe('written');
      const id = idFor('cs_test_', 107);
      const refunded = saleFor(107, { refunds: [refundOf(1)] });
      expect(await save(id, { version: '0', sale: null }, refunded, NOTHING)).toBe('moved');
    }));

  test('claims a job without redis-server', () =>
    runInProcess(async () => {
      await saveNew(108, { jobs: ['receipt:108'] });
      expect(await claimJob('receipt:108', now())).not.toBeNull();
    }));
});
