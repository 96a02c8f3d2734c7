import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderPage } from '../../src/contract/admin-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { type RunReport, reconcile } from '../../netlify/orders/reconcile.ts';
import { answerAsEver, answerInstead, refusalFor } from '../model/answers.ts';
import { buy, buyElsewhere } from '../model/buying.ts';
import { runOnce } from '../model/outside.ts';
import { detailOf, readByOwner } from '../model/owner.ts';
import { runSchedule, statusOf, world } from '../model/test-world.ts';
import { STRIPE } from '../model/world.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

const hasTime = () => true;
const run = (): Promise<RunReport> => reconcile(hasTime);

const buyMany = async (count: number, hoursBetween = 0): Promise<string[]> => {
  const sessions: string[] = [];
  for (let n = 0; n < count; n += 1) {
    world.wait(hoursBetween);
    sessions.push(await buy(world));
  }
  return sessions;
};

const recordedTotal = async (): Promise<number | undefined> =>
  (await readByOwner<OrderPage>(world, '/api/admin/orders'))?.total;
/** As it is recorded. Stripe is not asked. */
const recordedStatus = async (session: string) => (await detailOf(world, session))?.status;

test('a run makes an order of which no webhook came, and logs its number and not its session', async () => {
  const session = await buy(world);
  await buyElsewhere(world);
  const response = await runSchedule();
  expect(await response.json()).toEqual({ events: 1, fulfilled: 1, failed: 0, isDone: true });
  expect(await recordedTotal()).toBe(1);
  expect(await recordedStatus(session)).toBe('paid');
  const logged = vi.mocked(console.log).mock.calls.map(([line]) => String(line));
  const order = await orderNumber(session);
  const line = { event: 'order fulfilled', order, source: 'schedule' };
  expect(logged.map((text) => JSON.parse(text))).toContainEqual(expect.objectContaining(line));
  expect(logged.join()).not.toContain(session);
});

test('a run reads every page, and the next one only what is new', async () => {
  await buyMany(110);
  expect(await run()).toMatchObject({ events: 110, fulfilled: 110 });
  expect(await recordedTotal()).toBe(110);
  world.wait(2);
  await run();
  expect(await run()).toMatchObject({ events: 0, fulfilled: 0 });
  await buy(world);
  expect(await run()).toMatchObject({ events: 1, fulfilled: 1 });
});

// 3,000 orders a month. At 0.35 s for each call, 57 calls take 20 s.
test('a run over 72 hours of 300 orders of which none is missing asks outside less than 57 times', async () => {
  await run();
  const before = (await world.redis.get('last-run:dev')) ?? '';
  for (const [sold, session] of (await buyMany(300, 72 / 300)).entries()) {
    if (sold % 10 === 0) await world.control('refund', { session });
  }
  await run();
  // Webhooks may have recorded them all, while the schedule did not run.
  await world.redis.set('last-run:dev', before);
  const { value, calls } = await runOnce(runSchedule);
  expect(await value?.json()).toEqual({ events: 360, fulfilled: 0, failed: 0, isDone: true });
  expect(calls.length).toBeLessThan(57);
});

test('after an outage of 10 days every sale and refund of these days is found, at the time when it happened', async () => {
  const older = await buy(world);
  await run();
  world.wait(0.1);
  await world.control('refund', { session: older });
  const newer = await buy(world);
  const paidAt = new Date(Math.floor(Date.now() / 1000) * 1000).toISOString();
  world.wait(10 * 24);
  expect(await run()).toMatchObject({ fulfilled: 2, failed: 0 });
  expect(await recordedStatus(older)).toBe('refunded');
  expect(await detailOf(world, newer)).toMatchObject({ status: 'paid', sold_at: paidAt });
  world.wait(1);
  expect(await run()).toMatchObject({ events: 0 });
});

test('a run asks Stripe once for each payment that it does not know, and once for its session', async () => {
  for (const session of await buyMany(5)) {
    await world.control('refund', { session, amount: 1 });
    await world.control('refund', { session, amount: 1 });
  }
  const { calls } = await runOnce(run);
  const events = 1;
  expect(calls.filter((origin) => origin === STRIPE)).toHaveLength(events + 5 + 5);
  expect(await recordedTotal()).toBe(5);
});

test('a refund is found though the newest event says of a dispute what is recorded', async () => {
  const session = await buy(world);
  const { id } = (await world.control('dispute', { session })) ?? {};
  await world.control('dispute/update', { id, status: 'won' });
  await run();
  world.wait(0.1);
  await world.control('refund', { session });
  await world.control('dispute/update', { id, status: 'appeal_needs_response' });
  await world.control('dispute/update', { id, status: 'appeal_under_review' });
  await world.control('dispute/update', { id, status: 'won' });
  await run();
  expect(await recordedStatus(session)).toBe('refunded');
});

test('a refund is found after one that failed', async () => {
  const session = await buy(world);
  const { id } = (await world.control('refund', { session })) ?? {};
  await world.control('refund/fail', { id });
  await run();
  expect(await recordedStatus(session)).toBe('paid');
  world.wait(0.1);
  await world.control('refund', { session });
  await run();
  expect(await recordedStatus(session)).toBe('refunded');
});

test('an order of which Stripe has no answer becomes a job of its own, and holds nothing open', async () => {
  const [first = '', broken = '', last = ''] = await buyMany(3);
  answerInstead(refusalFor(`/v1/checkout/sessions/${broken}`));
  const response = await runSchedule();
  expect(await response.json()).toEqual({ events: 3, fulfilled: 2, failed: 1, isDone: true });
  for (const session of [first, last]) expect(await recordedStatus(session)).toBe('paid');
  world.wait(2);
  // This one tries it again, and reads none of its events.
  expect(await (await runSchedule()).json()).toMatchObject({ events: 3, failed: 1 });
  world.wait(2);
  expect(await run()).toMatchObject({ events: 0, isDone: true });
  expect(await recordedStatus(broken)).toBeUndefined();
  answerAsEver();
  await runSchedule();
  expect(await recordedStatus(broken)).toBe('paid');
});

test('an order whose record cannot be parsed stops no other one', async () => {
  const [first = '', broken, last = ''] = await buyMany(3);
  await run();
  await world.redis.hset(`order:dev:${broken}`, 'sale', '{"of":"another make"}');
  world.wait(0.1);
  for (const session of [first, broken, last]) await world.control('refund', { session });
  expect(await run()).toMatchObject({ fulfilled: 2, failed: 1, isDone: true });
  for (const session of [first, last]) expect(await recordedStatus(session)).toBe('refunded');
});

test('a run without time brings one order up to date, and the next one goes on in the middle of the page', async () => {
  const sessions = await buyMany(12);
  const late: string[] = [];
  const counts: number[] = [];
  for (let isDone = false; !isDone;) {
    const report = await reconcile(() => false);
    ({ isDone } = report);
    counts.push(report.fulfilled);
    // What happens meanwhile is found by the run after these.
    if (late.length === 0) late.push(await buy(world));
    // In all, longer than one run reads beyond the last one.
    world.wait(1);
  }
  // Older ones too: nobody waits for ever behind the newest.
  expect(counts.filter((count) => count > 0)).toEqual(sessions.map(() => 1));
  for (const session of sessions) expect(await recordedStatus(session)).toBe('paid');
  world.wait(12);
  expect(await run()).toMatchObject({ fulfilled: 1, isDone: true });
  expect(await recordedStatus(late[0] ?? '')).toBe('paid');
});

test('a run that stopped at an event that Stripe does not know any more is begun anew', async () => {
  await buy(world);
  await reconcile(() => false);
  const text = (await world.redis.get('last-run:dev')) ?? '';
  await world.redis.set('last-run:dev', text.replace(/evt_\w+/, 'evt_of_another_mode'));
  await expect(run()).rejects.toThrow('payments unavailable');
  await buy(world);
  expect(await run()).toMatchObject({ events: 2, fulfilled: 1, isDone: true });
});

test('a run finds an event of the last hour that Stripe listed too late for the run before', async () => {
  const session = await buy(world);
  world.wait(0.1);
  const none = { object: 'list', url: '/v1/events', has_more: false, data: [] };
  answerInstead(({ url }) =>
    url.startsWith(`${STRIPE}/v1/events`) ? Response.json(none) : undefined,
  );
  expect(await run()).toMatchObject({ events: 0, isDone: true });
  answerAsEver();
  world.wait(0.8);
  expect(await run()).toMatchObject({ fulfilled: 1 });
  expect(await recordedStatus(session)).toBe('paid');
});

test('a run that cannot read Stripe’s list counts for nothing, and the next one reads what it missed', async () => {
  await run();
  const session = await buy(world);
  world.wait(5);
  answerInstead(refusalFor('/v1/events'));
  expect((await runSchedule()).status).toBe(200);
  answerAsEver();
  world.wait(5);
  expect(await run()).toMatchObject({ fulfilled: 1, isDone: true });
  expect(await statusOf(session)).toBe('paid');
});
