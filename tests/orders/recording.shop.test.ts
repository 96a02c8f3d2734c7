import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
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

// A dispute may return to an earlier status. A late answer with the status in between must not win.
test('an equal answer counts as a newer one, also if another was faster', async () => {
  const id = idFor('cs_test_', 102);
  const [sale, other] = [saleFor(102), saleFor(102, { refunds: [refundOf(1)] })];
  const first = await readStoredState(id);
  await save(id, first, sale, NOTHING);
  const second = await readStoredState(id);
  expect(await save(id, second, sale, NOTHING)).toBe('written');
  expect(await save(id, second, other, NOTHING)).toBe('moved');
  const third = await readStoredState(id);
  expect(await save(id, first, sale, NOTHING)).toBe('same');
  expect(await save(id, third, other, { jobs: ['receipt:2'] })).toBe('moved');
  expect((await readOrder(id))?.refunds).toEqual([]);
  expect(await findDueJobs('jobs', now(), 10)).not.toContain('receipt:2');
});

test('a job that somebody runs is not enqueued again', async () => {
  const job = 'alert:webhook/2027-01-01';
  await save(idFor('cs_test_', 103), { version: '0', sale: null }, saleFor(103), { jobs: [job] });
  expect(await claimJob(job, now())).not.toBeNull();
  await save(idFor('cs_test_', 104), { version: '0', sale: null }, saleFor(104), { jobs: [job] });
  expect(await findDueJobs('jobs', now(), 10)).not.toContain(job);
});

test('a note makes no order', async () => {
  const nobodys: Order = { sessionId: 'cs_test_none', ...saleFor(1), ...NO_NOTES };
  await countDownload(nobodys.sessionId, 'guide-1');
  await setAccess(nobodys, 'blocked');
  await expect(noteWithdrawal(nobodys, [])).rejects.toThrow('orders unavailable');
  expect(await shop.redis.exists('order:dev:cs_test_none')).toBe(0);
});

test('fetches count on top of those that an earlier version of the shop stored', async () => {
  const id = idFor('cs_test_', 106);
  await save(id, { version: '0', sale: null }, saleFor(106), NOTHING);
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

const hasAlert = ({ jobs }: FollowUp): boolean =>
  jobs.some((job) => job.startsWith('alert:webhook/'));

describe('an answer of Stripe’s enqueues', () => {
  const BY_WEBHOOK = fulfilledBy('webhook');
  const storeMade = (hoursAgo: number, sale: Sale | null = null) => ({
    sale,
    storeCreatedAt: now() - hoursAgo * HOUR,
  });
  const RECEIPT = { jobs: ['receipt:cs_test_1'] };

  test('one receipt, once the order is paid', () => {
    const sale = paidAgo(5);
    expect(followUpOf(orderOf(sale), storeMade(1000), BY_WEBHOOK)).toEqual(RECEIPT);
    expect(followUpOf(orderOf(sale), storeMade(1000, sale), BY_WEBHOOK)).toEqual(NOTHING);
    for (const payment of ['pending', 'failed'] as const) {
      const before = saleFor(1, { payment, paidAt: null });
      expect(followUpOf(orderOf(before), storeMade(1000), BY_WEBHOOK)).toEqual(NOTHING);
      // It was stored as unpaid, so no receipt was sent, however long ago it was paid.
      const stored = storeMade(0, before);
      expect(followUpOf(orderOf(paidAgo(50 * HOUR)), stored, BY_WEBHOOK)).toEqual(RECEIPT);
    }
  });

  // The mail service knows for 24 hours what it has sent.
  test.each([
    [23 * HOUR - 1, true],
    [23 * HOUR, false],
  ])('a receipt %d s after a payment from before the store was made: %s', (ago, isSent) => {
    const expected = isSent ? { ...RECEIPT, firstTryAt: now() - ago } : NOTHING;
    expect(followUpOf(orderOf(paidAgo(ago)), storeMade(0), BY_WEBHOOK)).toEqual(expected);
    expect(followUpOf(orderOf(paidAgo(ago)), storeMade(1000), BY_WEBHOOK)).toEqual(RECEIPT);
  });

  test('nothing for an order of another site on the same Stripe account', () => {
    const bySchedule = fulfilledBy('schedule', { isOfThisSite: false });
    const order = orderOf(paidAgo(2 * HOUR));
    expect(followUpOf(order, storeMade(1000), bySchedule)).toEqual(NOTHING);
  });

  test.each([
    ['webhook', HOUR + 1, false],
    ['return', HOUR + 1, false],
    ['schedule', HOUR, false],
    ['schedule', HOUR + 1, true],
  ] as const)('an alert if the %s found it after %d s: %s', (source, ago, isAlert) => {
    const followUp = followUpOf(orderOf(paidAgo(ago)), storeMade(1000), fulfilledBy(source));
    expect(hasAlert(followUp)).toBe(isAlert);
  });

  // Stripe's events of 30 days are new to such a store, and the webhook reported them to another.
  test.each([
    { name: 'an empty store', store: { sale: null, storeCreatedAt: null }, isAlert: false },
    { name: 'a store that is younger', store: storeMade(1), isAlert: false },
    { name: 'a store that is older', store: storeMade(3), isAlert: true },
    {
      name: 'a younger store that has it as pending',
      store: storeMade(1, saleFor(1, { payment: 'pending', paidAt: null })),
      isAlert: true,
    },
  ])('an alert about an order of two hours ago in $name: $isAlert', ({ store, isAlert }) => {
    const followUp = followUpOf(orderOf(paidAgo(2 * HOUR)), store, fulfilledBy('schedule'));
    expect(hasAlert(followUp)).toBe(isAlert);
  });
});

test.each([
  ['sent', 23 * HOUR, 1],
  ['unknown', 23 * HOUR + 1, 0],
])('a receipt whose answer was lost is %s %d s after its first try', async (is, seconds, tries) => {
  const session = await buy(shop, 'bundle');
  await shop.setMailFaults({ cutOff: true });
  await shop.runSchedule();
  await shop.setMailFaults({});
  pass(seconds / 60);
  const before = shop.callsTo('mail');
  await shop.runSchedule();
  expect(shop.callsTo('mail') - before).toBe(tries);
  expect((await readOrder(session))?.receipt?.is).toBe(is);
  expect(await shop.inbox()).toHaveLength(1);
});

test.each([
  ['deploy-preview', 'sk_test_1', 'orders:deploy-preview'],
  ['production', 'sk_test_1', 'orders:production'],
  ['production', 'sk_live_1', 'orders:production-live'],
  ['production', 'rk_live_1', 'orders:production-live'],
])('in %s with the key %s, orders are under "%s", apart from all others', async (...row) => {
  const [context, secretKey, key] = row;
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
    vi.resetModules();
  });
  vi.stubEnv('STRIPE_SECRET_KEY', secretKey);
  vi.stubGlobal('Netlify', { context: { deploy: { context } } });
  vi.resetModules();
  const { redisKey } = await import('../../netlify/platform/redis.ts');
  expect(redisKey('orders')).toBe(key);
});

test('a machine without redis-server keeps orders too, as long as the process lives', async () => {
  vi.stubEnv('PATH', '');
  const { redis, isPersistent } = await startRedisEngine('');
  vi.unstubAllEnvs();
  expect(isPersistent).toBe(false);
  const engine = createUpstashRest(redis, process.env['UPSTASH_REDIS_REST_TOKEN'] ?? '');
  const id = idFor('cs_test_', 105);
  const keepOrder = async (): Promise<void> => {
    const stored = await readStoredState(id);
    expect(await save(id, stored, saleFor(105), { jobs: [`receipt:${id}`] })).toBe('written');
    expect(await save(id, stored, saleFor(105, { refunds: [refundOf(1)] }), NOTHING)).toBe('moved');
    expect(await claimJob(`receipt:${id}`, now())).not.toBeNull();
    expect((await listOrders(0)).orders).toMatchObject([{ reference: id.slice(-8) }]);
  };
  await shop.runOnce(keepOrder, async (_call, _send, request) => engine.fetch(request));
});
