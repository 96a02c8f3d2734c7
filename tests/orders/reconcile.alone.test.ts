import { afterEach, expect, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { type Progress, reconcile as reconcileDomain } from '../../netlify/orders/reconcile.ts';
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

afterEach(() => {
  vi.restoreAllMocks();
});

const reconcile = async () => {
  const { value, calls } = await runOnce(callReconciler);
  return { status: value?.status, run: await value?.json(), calls };
};

const buyMany = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    await buy(world);
    // A household buys one or two. The limits are for bots.
    await world.redis.del(...(await world.redis.keys('limit:*')), 'none');
  }
};

const logged = () => vi.mocked(console.log).mock.calls.map(([line]) => JSON.parse(line));

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

/** The runs that healed or failed, newest first. */
const reports = async () =>
  (await world.redis.lrange('reconciler-news:dev', 0, -1)).map((report) => JSON.parse(report));

test('a run makes an order of which no webhook came, and says which it healed', async () => {
  const session = await buy(world);
  expect((await reconcile()).run).toEqual({ sessions: 1, events: 1, healed: 1, failed: 0 });
  expect((await factsOf(session))['payment:paid']).toMatch(/^reconciler \d{10}$/);
  const orders = [await orderNumber(session)];
  const line = { event: 'reconciled', healed: 1, orders, unreadSince: null };
  expect(logged()).toContainEqual(expect.objectContaining(line));
  expect(JSON.stringify(logged())).not.toContain(session);
  const healed = { [session]: expect.arrayContaining(['payment:paid', 'amount']) };
  expect(await reports()).toEqual([expect.objectContaining({ healed })]);
  await reconcile();
  expect(await reports(), 'a run without news pushes none out').toHaveLength(1);
});

test('a run notes the events that never came, so that the next one asks and writes nothing', async () => {
  const session = await buy(world);
  await reconcile();
  const before = await factsOf(session);
  const { run, calls } = await reconcile();
  expect(run).toMatchObject({ events: 1, healed: 0 });
  expect(calls).toEqual([REDIS, STRIPE, REDIS, STRIPE, REDIS, REDIS]);
  expect(await factsOf(session)).toEqual(before);
});

test('a run reads every page, then only what is new, and once a day all of it', async () => {
  await buyMany(110);
  expect((await reconcile()).run).toMatchObject({ sessions: 110, events: 110, healed: 110 });
  expect(await world.redis.zcard('orders:dev')).toBe(110);
  world.wait(2);
  await reconcile();
  const unchanged = await reconcile();
  expect(unchanged.run).toEqual({ sessions: 0, events: 0, healed: 0, failed: 0 });
  expect(unchanged.calls).toEqual([REDIS, STRIPE, STRIPE, REDIS]);
  await buy(world);
  expect((await reconcile()).run).toMatchObject({ sessions: 1, events: 1, healed: 1 });
  world.wait(22);
  const all = await reconcile();
  expect(all.run).toMatchObject({ sessions: 111, events: 111, healed: 0 });
  // The memory, three pages of sessions and two of events with the facts of each, and the memory.
  const pages = Array.from({ length: 5 }, () => [STRIPE, REDIS]).flat();
  expect(all.calls).toEqual([REDIS, ...pages, REDIS]);
});

test('after an outage of 10 days every sale and refund of these days is found', async () => {
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
  expect((await reconcile()).run, 'and then asks for what is new').toMatchObject({ events: 0 });
});

test.each([
  ['a payment hours after its session was opened', openSession, 20, 'pay', {}, 'paid'],
  ['a refund of a sale older than 72 hours', buy, 80, 'refund', {}, 'refunded'],
  [
    'a bank debit that settles five days after the sale',
    (given: typeof world) => buy(given, BY_BANK),
    120,
    'settle',
    { outcome: 'succeeded' },
    'paid',
  ],
] as const)('%s is found by its event', async (_what, begin, hours, happening, how, status) => {
  const session = await begin(world);
  await reconcile();
  world.wait(hours);
  await reconcile();
  await world.control(happening, { session, ...how });
  world.wait(0.1);
  expect((await reconcile()).run).toMatchObject({ sessions: 0, healed: 1 });
  expect((await factsOf(session))['payment:paid']).toMatch(/^reconciler /);
  expect(await statusOf(session)).toBe(status);
});

test('no order is made for what is open, expired, or of something else on the account', async () => {
  await openSession(world);
  await world.control('expire', { session: await openSession(world) });
  await buyElsewhere(world);
  expect((await reconcile()).run).toMatchObject({ healed: 0, failed: 0 });
  expect((await keptKeys(world)).filter((key) => key.startsWith('order'))).toEqual([]);
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
  expect(Object.keys(healed)).toEqual([newest]);
});

test('a run continues where one order cannot be read, and says that one failed', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const broken = await buy(world);
  const whole = await buy(world);
  await world.redis.hset(`order:dev:${broken}`, 'product', 'NO PRODUCT');
  const { status, run } = await reconcile();
  expect(status).toBe(200);
  expect(run).toMatchObject({ healed: 1 });
  expect(run.failed).toBeGreaterThan(0);
  expect((await factsOf(whole))['payment:paid']).toMatch(/^reconciler /);
});

test('a run continues where one event cannot be handled', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const sold = [await buy(world), await buy(world), await buy(world)];
  await reconcile();
  world.wait(80);
  await reconcile();
  for (const session of sold) await world.control('refund', { session });
  const [first = '', broken, last = ''] = sold;
  await world.redis.hset(`order:dev:${broken}`, 'product', 'NO PRODUCT');
  world.wait(0.1);
  expect((await reconcile()).run).toMatchObject({ failed: expect.any(Number), healed: 2 });
  for (const session of [first, last]) expect(await statusOf(session)).toBe('refunded');
});

test('a run that breaks off anywhere has lost nothing, and the next one ends the work', async () => {
  const sessions = [await buy(world), await buy(world)];
  for (let call = 0; call < 8; call += 1) {
    const crash = { call, when: call % 2 === 0 ? 'after' : 'before' } as const;
    await runOnce(callReconciler, { crash });
  }
  await reconcile();
  const facts = await Promise.all(sessions.map(factsOf));
  expect(facts.map((known) => 'payment:paid' in known)).toEqual([true, true]);
  expect((await reconcile()).run).toMatchObject({ healed: 0 });
});

test('a run without time heals one order of each list, and the next one continues there', async () => {
  await buyMany(60);
  const healed: number[] = [];
  let next: Progress = {};
  for (let turn = 0; turn < 70; turn += 1) {
    const run = await reconcileDomain(next, NONE);
    ({ next } = run);
    healed.push(Object.keys(run.healed).length);
  }
  // Older ones too: nobody waits for ever behind the newest.
  expect(healed.reduce((sum, one) => sum + one, 0)).toBe(60);
  expect(Math.max(...healed)).toBe(1);
  expect(await world.redis.zcard('orders:dev')).toBe(60);
  expect((await reconcile()).run).toMatchObject({ sessions: 60, healed: 0 });
});

test('a run remembers where the one before it stopped in each list', async () => {
  const older = await buy(world);
  const newer = await buy(world);
  const { id: event } = await eventOf(world, 'checkout.session.completed');
  await world.redis.set('reconciler:dev', stoppedAfter(newer, event));
  expect((await reconcile()).run).toMatchObject({ sessions: 1, events: 1, failed: 0 });
  expect(Object.keys((await reports())[0].healed)).toEqual([older]);
  expect((await reconcile()).run).toMatchObject({ sessions: 2, events: 2 });
});

test.each([
  ['one list stops', undefined, { failed: 1, sessions: 0, events: 0 }],
  ['both lists stop', 'evt_other', { failed: 2, sessions: 0, events: 0 }],
])(
  'where %s at an id that Stripe does not know, the next run begins anew',
  async (_what, id, run) => {
    vi.spyOn(console, 'error').mockReturnValue();
    await buy(world);
    const event = id ?? (await eventOf(world, 'checkout.session.completed')).id;
    await world.redis.set('reconciler:dev', stoppedAfter('cs_live_of_the_other_mode', event));
    expect((await reconcile()).run).toMatchObject(run);
    expect((await reconcile()).run).toMatchObject({ failed: 0, sessions: 1, healed: 1 });
  },
);
