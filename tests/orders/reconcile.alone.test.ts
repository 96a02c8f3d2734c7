import { afterEach, describe, expect, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { BY_BANK, buy, buyElsewhere, eventOf, keptKeys, openSession } from '../model/buying.ts';
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
import { type Progress, reconcile as reconcileDomain } from '../../netlify/orders/reconcile.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const reconcile = async () => {
  const { value, calls } = await runOnce(callReconciler);
  return { status: value?.status, run: await value?.json(), calls };
};

const lastLine = (event: string) =>
  vi
    .mocked(console.log)
    .mock.calls.map(([line]) => JSON.parse(line))
    .findLast((line) => line.event === event);

const ENOUGH = { sessions: () => true, events: () => true };

const NONE = { sessions: () => false, events: () => false };

/** The report of a run that stopped in both lists after these ids. */
const stoppedAfter = (sessions: string, events: string): string => {
  const began = Math.floor(Date.now() / 1000);
  const sweep = { began, since: began - 3600, isOfAll: true, hasFailed: false };
  const next = {
    sessions: { sweep: { ...sweep, after: sessions } },
    events: { sweep: { ...sweep, after: events } },
  };
  return JSON.stringify({ at: began, sessions: 1, events: 1, failed: 0, healed: {}, next });
};

/** The runs that had news, newest first. */
const reports = async () =>
  (await world.redis.lrange('reconciler-news:dev', 0, -1)).map((report) => JSON.parse(report));

describe('the reconciler', () => {
  test('makes the order of which nobody told, and says which it healed', async () => {
    const session = await buy(world);
    const { run } = await reconcile();
    expect(run).toEqual({ sessions: 1, events: 1, healed: 1, failed: 0 });
    expect((await factsOf(session))['payment:paid']).toMatch(/^reconciler \d{10}$/);
    const number = await orderNumber(session);
    const lines = vi.mocked(console.log).mock.calls.map(([line]) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({ event: 'reconciled', healed: 1, orders: [number] }),
    );
    expect(JSON.stringify(lines)).not.toContain(session);
    const report = {
      healed: { [session]: expect.arrayContaining(['payment:paid', 'amount']) },
    };
    expect(await reports()).toEqual([expect.objectContaining(report)]);
    await reconcile();
    expect(await reports(), 'a run without news pushes none out').toHaveLength(1);
  });

  test('writes to no order where nothing is missing, at two calls to Stripe', async () => {
    const session = await buy(world);
    await world.call(world.delivery(await eventOf(world, 'checkout.session.completed')));
    const before = await factsOf(session);
    const { run, calls } = await reconcile();
    expect(run).toMatchObject({ sessions: 1, events: 1, healed: 0 });
    expect(await factsOf(session)).toEqual(before);
    expect(calls.filter((origin) => origin === STRIPE)).toHaveLength(2);
  });

  test('notes the events that never came, so that a second run has nothing to ask', async () => {
    await buy(world);
    await reconcile();
    const { run, calls } = await reconcile();
    expect(run).toMatchObject({ events: 1, healed: 0 });
    expect(calls).toEqual([REDIS, STRIPE, REDIS, STRIPE, REDIS, REDIS]);
  });

  test('looks back 30 days, as far as Stripe lists events, where it has not looked before', async () => {
    const session = await buy(world);
    world.wait(29 * 24);
    expect((await reconcile()).run).toMatchObject({ sessions: 1, events: 1, healed: 1 });
    expect(await statusOf(session)).toBe('paid');
    await world.redis.flushall();
    world.wait(2 * 24);
    expect((await reconcile()).run).toMatchObject({ sessions: 0, events: 0 });
  });

  describe('after an outage', () => {
    test.each([4, 10, 29])('of %d days finds every sale and refund of these days', async (days) => {
      const older = await buy(world);
      await reconcile();
      world.wait(0.1);
      await world.control('refund', { session: older });
      const newer = await buy(world);
      world.wait(days * 24);
      expect((await reconcile()).run).toMatchObject({ healed: 2, failed: 0 });
      expect(await world.redis.hget(`order:dev:${newer}`, 'payment:paid')).toMatch(/^reconciler/);
      expect(Object.keys(await factsOf(older)).join()).toContain('refund:re_');
      expect(lastLine('reconciled')).toMatchObject({ unreadSince: null });
      world.wait(1);
      expect((await reconcile()).run, 'and then asks for what is new').toMatchObject({ events: 0 });
    });

    test('of longer than Stripe lists says since when it could not read', async () => {
      await reconcile();
      const { at: lastGood } = JSON.parse((await world.redis.get('reconciler:dev')) ?? '{}');
      world.wait(32 * 24);
      await reconcile();
      expect(lastLine('reconciled')).toMatchObject({ unreadSince: lastGood });
      await reconcile();
      expect(lastLine('reconciled')).toMatchObject({ unreadSince: null });
    });
  });

  test('asks only for what is new, and once a day for all', async () => {
    for (let count = 0; count < 60; count += 1) await buy(world);
    expect((await reconcile()).run).toMatchObject({ sessions: 60, events: 60, healed: 60 });
    world.wait(2);
    await reconcile();
    const unchanged = await reconcile();
    expect(unchanged.run).toEqual({ sessions: 0, events: 0, healed: 0, failed: 0 });
    expect(unchanged.calls).toEqual([REDIS, STRIPE, STRIPE, REDIS]);
    await buy(world);
    expect((await reconcile()).run).toMatchObject({ sessions: 1, events: 1, healed: 1 });
    world.wait(22);
    const all = await reconcile();
    expect(all.run).toMatchObject({ sessions: 61, events: 61, healed: 0 });
    // Two pages of sessions and one of events, the facts of each, and the memory.
    expect(all.calls).toEqual([REDIS, STRIPE, REDIS, STRIPE, REDIS, STRIPE, REDIS, REDIS]);
  });

  test('hears of what Stripe lists up to an hour late', async () => {
    await buy(world);
    world.wait(0.1);
    answerInstead(
      (request) => emptyList(request, '/v1/checkout/sessions') ?? emptyList(request, '/v1/events'),
    );
    const { next } = await reconcileDomain({}, ENOUGH);
    vi.mocked(fetch).mockRestore();
    world.wait(0.8);
    const run = await reconcileDomain(next, ENOUGH);
    expect(run).toMatchObject({ sessions: 1, events: 1 });
    expect(Object.keys(run.healed)).toHaveLength(1);
  });

  test('hears by its event of a session that is paid hours after it was opened', async () => {
    const session = await openSession(world);
    await reconcile();
    world.wait(10);
    await reconcile();
    world.wait(10);
    await world.control('pay', { session });
    expect((await reconcile()).run).toMatchObject({ sessions: 0, events: 1, healed: 1 });
    expect((await factsOf(session))['payment:paid']).toMatch(/^reconciler /);
  });

  test('asks again for what it could not bring up to date, however often it ran since', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    for (let count = 0; count < 60; count += 1) await buy(world);
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
    expect(Object.keys(healed)).toEqual([newest]);
  });

  test('hears of a refund whose sale is older than 72 hours', async () => {
    const session = await buy(world);
    await reconcile();
    world.wait(80);
    await reconcile();
    await world.control('refund', { session });
    world.wait(1);
    expect((await reconcile()).run).toMatchObject({ sessions: 0, events: 2, healed: 1 });
    expect(await statusOf(session)).toBe('refunded');
  });

  test('hears of a bank debit that settles five days after the sale', async () => {
    const session = await buy(world, BY_BANK);
    await reconcile();
    world.wait(120);
    await reconcile();
    await world.control('settle', { session, outcome: 'succeeded' });
    expect((await reconcile()).run).toMatchObject({ sessions: 0, healed: 1 });
    expect((await factsOf(session))['payment:paid']).toMatch(/^reconciler /);
  });

  test('makes no order for what is open, expired, or of something else on the account', async () => {
    await openSession(world);
    await world.control('expire', { session: await openSession(world) });
    await buyElsewhere(world);
    expect((await reconcile()).run).toMatchObject({ healed: 0, failed: 0 });
    expect((await keptKeys(world)).filter((key) => key.startsWith('order'))).toEqual([]);
  });

  test('reads every page that Stripe has', async () => {
    for (let count = 0; count < 130; count += 1) {
      await buy(world);
      // A household buys one or two; the limits are for bots.
      await world.redis.del(...(await world.redis.keys('limit:*')), 'none');
    }
    expect((await reconcile()).run).toMatchObject({ sessions: 130, events: 130, healed: 130 });
    expect(await world.redis.zcard('orders:dev')).toBe(130);
  });

  test('goes on where one order cannot be read, and says that one failed', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const broken = await buy(world);
    const whole = await buy(world);
    await world.redis.hset(`order:dev:${broken}`, 'product', 'NO PRODUCT');
    const { status, run } = await reconcile();
    expect(status).toBe(200);
    expect(run).toMatchObject({ healed: 1 });
    expect(run.failed).toBeGreaterThan(0);
    expect(await statusOf(whole)).toBe('paid');
  });

  test('that breaks off anywhere has lost nothing, and the next run ends the work', async () => {
    const sessions = [await buy(world), await buy(world)];
    for (let call = 0; call < 8; call += 1) {
      const crash = { call, when: call % 2 === 0 ? 'after' : 'before' } as const;
      await runOnce(callReconciler, { crash });
    }
    await reconcile();
    expect(await Promise.all(sessions.map(statusOf))).toEqual(['paid', 'paid']);
    expect((await reconcile()).run).toMatchObject({ healed: 0 });
  });

  test('that has no time left goes on in the next run where it stopped, and begins anew at the end', async () => {
    for (let count = 0; count < 60; count += 1) await buy(world);
    const healed: number[] = [];
    let next: Progress = {};
    for (let turn = 0; turn < 70; turn += 1) {
      const run = await reconcileDomain(next, NONE);
      ({ next } = run);
      healed.push(Object.keys(run.healed).length);
    }
    // One a run at least, older ones too: nobody waits for ever behind the newest.
    expect(healed.reduce((sum, one) => sum + one, 0)).toBe(60);
    expect(Math.max(...healed)).toBe(1);
    expect(await world.redis.zcard('orders:dev')).toBe(60);
    expect((await reconcile()).run).toMatchObject({ sessions: 60, healed: 0 });
  });

  test('remembers where it stopped in each list from run to run', async () => {
    const older = await buy(world);
    const newer = await buy(world);
    const { id: event } = await eventOf(world, 'checkout.session.completed');
    await world.redis.set('reconciler:dev', stoppedAfter(newer, event));
    expect((await reconcile()).run).toMatchObject({ sessions: 1, events: 1, failed: 0 });
    expect(Object.keys((await reports())[0].healed)).toEqual([older]);
    expect((await reconcile()).run).toMatchObject({ sessions: 2, events: 2 });
  });

  test('is not stopped for good by a place that Stripe does not know, or by one list that fails', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    await buy(world);
    const { id: event } = await eventOf(world, 'checkout.session.completed');
    await world.redis.set('reconciler:dev', stoppedAfter('cs_live_of_the_other_mode', event));
    expect((await reconcile()).run).toMatchObject({ failed: 1, sessions: 0, events: 0 });
    expect((await reconcile()).run).toMatchObject({ failed: 0, sessions: 1, healed: 1 });
    await world.redis.flushall();
    await world.redis.set('reconciler:dev', stoppedAfter('cs_live_of_the_other_mode', 'evt_other'));
    expect((await reconcile()).run).toMatchObject({ failed: 2, sessions: 0, events: 0 });
    expect((await reconcile()).run).toMatchObject({ failed: 0, events: 1, healed: 1 });
  });
});
