import { afterEach, expect, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import type { Progress } from '../../netlify/orders/last-run.ts';
import { reconcile as reconcileDomain } from '../../netlify/orders/reconcile.ts';
import { buy, buyElsewhere, eventOf } from '../model/buying.ts';
import { runOnce } from '../model/outside.ts';
import {
  answerInstead,
  reconcile as callReconciler,
  emptyList,
  factsOf,
  statusOf,
  world,
} from '../model/test-world.ts';
import { REDIS, STRIPE } from '../model/world.ts';

afterEach(() => void vi.restoreAllMocks());

const reconcile = async () => {
  const { value, calls } = await runOnce(callReconciler);
  return { status: value?.status, run: await value?.json(), calls };
};

const buyMany = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) await buy(world);
};

const ENOUGH = { sessions: () => true, events: () => true };

test('a run makes an order of which no webhook came, and says which it healed', async () => {
  const session = await buy(world);
  await buyElsewhere(world);
  expect((await reconcile()).run).toMatchObject({ healed: 1, failed: 0 });
  expect(await world.redis.zrange('orders:dev', 0, -1)).toEqual([session]);
  expect((await factsOf(session))['payment:paid']).toMatch(/^reconciler \d{10}$/);
  const logged = vi.mocked(console.log).mock.calls.map(([line]) => JSON.parse(line));
  const orders = [await orderNumber(session)];
  const line = { event: 'reconciled', healed: 1, orders, unreadSince: null };
  expect(logged).toContainEqual(expect.objectContaining(line));
  expect(JSON.stringify(logged)).not.toContain(session);
});

test('a run reads every page, then only what is new, and once a day all of it', async () => {
  await buyMany(110);
  expect((await reconcile()).run).toMatchObject({ sessions: 110, events: 110, healed: 110 });
  expect(await world.redis.zcard('orders:dev')).toBe(110);
  world.wait(2);
  await reconcile();
  const unchanged = await reconcile();
  expect(unchanged.run).toEqual({ sessions: 0, events: 0, healed: 0, failed: 0 });
  expect(unchanged.calls).toEqual([REDIS, STRIPE, STRIPE, REDIS, REDIS]);
  await buy(world);
  expect((await reconcile()).run).toMatchObject({ sessions: 1, events: 1, healed: 1 });
  world.wait(22);
  const all = await reconcile();
  expect(all.run).toMatchObject({ sessions: 111, events: 111, healed: 0 });
  // The memory, three pages of sessions and two of events with the facts of each, the memory, and the withdrawals.
  const pages = Array.from({ length: 5 }, () => [STRIPE, REDIS]).flat();
  expect(all.calls).toEqual([REDIS, ...pages, REDIS, REDIS]);
});

test('after an outage of 10 days every sale and refund of these days is found, and then only what is new', async () => {
  const older = await buy(world);
  await reconcile();
  world.wait(0.1);
  await world.control('refund', { session: older });
  const newer = await buy(world);
  world.wait(10 * 24);
  expect((await reconcile()).run).toMatchObject({ healed: 2, failed: 0 });
  expect((await factsOf(newer))['payment:paid']).toMatch(/^reconciler/);
  expect(Object.keys(await factsOf(older)).join()).toContain('refund:re_');
  world.wait(1);
  expect((await reconcile()).run).toMatchObject({ events: 0 });
});

test('what could not be brought up to date is asked for again, however often it ran since', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await buyMany(60);
  await reconcile();
  const newest = await buy(world);
  world.wait(2);
  let isBroken = true;
  answerInstead(async (request) => {
    const { origin } = new URL(request.url);
    const asked = await request.text();
    const isRecord = asked.includes('payment:paid') && asked.includes(newest);
    if (isBroken && origin === REDIS && isRecord) return new Response(null, { status: 500 });
    return emptyList(request, '/v1/events');
  });
  // It fails on the first page, and the next run ends the work without it.
  let checks = 0;
  const onePage = { ...ENOUGH, sessions: () => (checks += 1) <= 1 };
  const first = await reconcileDomain({}, onePage);
  expect(first.next.sessions?.sweep?.after).toBeDefined();
  const second = await reconcileDomain(first.next, ENOUGH);
  expect(second.sessions).toBe(11);
  world.wait(2);
  const third = await reconcileDomain(second.next, ENOUGH);
  world.wait(2);
  isBroken = false;
  const { healed } = await reconcileDomain(third.next, ENOUGH);
  expect(healed).toEqual([newest]);
});

test('a run continues where one order cannot be read, and where its event cannot be handled', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const sold = [await buy(world), await buy(world), await buy(world)];
  const [first = '', broken, last = ''] = sold;
  await world.redis.hset(`order:dev:${broken}`, 'product', 'NO PRODUCT');
  const { status, run } = await reconcile();
  expect(status).toBe(200);
  expect(run).toMatchObject({ healed: 2 });
  expect(run.failed).toBeGreaterThan(0);
  world.wait(80);
  await reconcile();
  for (const session of sold) await world.control('refund', { session });
  world.wait(0.1);
  expect((await reconcile()).run).toMatchObject({ failed: expect.any(Number), healed: 2 });
  for (const session of [first, last]) expect(await statusOf(session)).toBe('refunded');
});

test('a run without time heals one order of each list, and the next one continues there', async () => {
  await buyMany(12);
  const healed: number[] = [];
  let next: Progress = {};
  for (let turn = 0; turn < 15; turn += 1) {
    const run = await reconcileDomain(next, { sessions: () => false, events: () => false });
    ({ next } = run);
    healed.push(run.healed.length);
  }
  // Older ones too: nobody waits for ever behind the newest.
  expect(healed.reduce((sum, one) => sum + one, 0)).toBe(12);
  expect(Math.max(...healed)).toBe(1);
});

test.each([
  [1, 'one list', null],
  [2, 'both lists', 'evt_other'],
])(
  'where %d of the lists (%s) was left at an id that Stripe does not know, the next run begins anew',
  async (failed, _which, unknown) => {
    vi.spyOn(console, 'error').mockReturnValue();
    await buy(world);
    const event = unknown ?? (await eventOf(world, 'checkout.session.completed')).id;
    const at = Math.floor(Date.now() / 1000);
    const leftAfter = (after: string) => ({
      sweep: { began: at, since: at - 3600, isOfAll: true, hasFailed: false, after },
    });
    const next = { sessions: leftAfter('cs_live_of_the_other_mode'), events: leftAfter(event) };
    const report = { at, failed: 0, next };
    await world.redis.set('reconciler:dev', JSON.stringify(report));
    expect((await reconcile()).run).toMatchObject({ failed, sessions: 0, events: 0 });
    expect((await reconcile()).run).toMatchObject({ failed: 0, sessions: 1, healed: 1 });
  },
);
