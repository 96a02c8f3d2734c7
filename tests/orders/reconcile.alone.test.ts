import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderPage } from '../../src/contract/admin-orders.ts';
import { type RunReport, reconcile } from '../../netlify/orders/reconcile.ts';
import { answerAsEver, answerInstead, refusalFor } from '../model/answers.ts';
import { buy, buyElsewhere } from '../model/buying.ts';
import { runOnce } from '../model/outside.ts';
import { detailOf, readByOwner } from '../model/owner.ts';
import { runSchedule, world } from '../model/test-world.ts';
import { STRIPE } from '../model/world.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

const run = (): Promise<RunReport> => reconcile(() => true);
const LAST_RUN = 'last-run:dev';

const buyMany = async (count: number): Promise<string[]> => {
  const sessions: string[] = [];
  while (sessions.length < count) sessions.push(await buy(world));
  return sessions;
};

const stripeCalls = (calls: readonly string[]): number =>
  calls.filter((origin) => origin === STRIPE).length;

/** As it is recorded. Stripe is not asked. */
const recordedStatus = async (session: string) => (await detailOf(world, session))?.status;

test('a run makes the orders of this shop of which no webhook came', async () => {
  const session = await buy(world);
  await buyElsewhere(world);
  const response = await runSchedule();
  expect(await response.json()).toEqual({ events: 1, fulfilled: 1, failed: 0, isDone: true });
  expect(await recordedStatus(session)).toBe('paid');
  expect(await readByOwner<OrderPage>(world, '/api/admin/orders')).toMatchObject({ total: 1 });
});

test('a run reads every page, asks Stripe once for each order, and the next one only for what is new', async () => {
  await run();
  const before = (await world.redis.get(LAST_RUN)) ?? '';
  const sessions = await buyMany(100);
  for (const session of [...sessions.slice(0, 5), ...sessions.slice(0, 5)]) {
    await world.control('refund', { session, amount: 1 });
  }
  const first = await runOnce(run);
  expect(first.value).toMatchObject({ events: 120, fulfilled: 100, isDone: true });
  const [pages, payments] = [2, 5];
  expect(stripeCalls(first.calls)).toBe(pages + payments + sessions.length);
  // As if the schedule had not run, and webhooks had recorded them all.
  await world.redis.set(LAST_RUN, before);
  const again = await runOnce(run);
  expect(again.value).toMatchObject({ events: 120, fulfilled: 0, isDone: true });
  expect(stripeCalls(again.calls)).toBe(pages);
  world.wait(2);
  await run();
  await buy(world);
  expect(await run()).toMatchObject({ events: 1, fulfilled: 1 });
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

test('a refund is found though the newest event says of a dispute what is recorded', async () => {
  const session = await buy(world);
  const { id } = (await world.control('dispute', { session })) ?? {};
  await world.control('dispute/update', { id, status: 'won' });
  await run();
  world.wait(0.1);
  await world.control('refund', { session });
  for (const status of ['appeal_needs_response', 'appeal_under_review', 'won']) {
    await world.control('dispute/update', { id, status });
  }
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
  const text = (await world.redis.get(LAST_RUN)) ?? '';
  await world.redis.set(LAST_RUN, text.replace(/evt_\w+/, 'evt_of_another_mode'));
  await expect(run()).rejects.toThrow('payments unavailable');
  await buy(world);
  expect(await run()).toMatchObject({ events: 2, fulfilled: 1, isDone: true });
});

test.each([
  [3600, 1],
  [3601, 0],
])('an event that Stripe lists %d s too late is found by %d', async (seconds, fulfilled) => {
  await buy(world);
  const none = { object: 'list', url: '/v1/events', has_more: false, data: [] };
  answerInstead(({ url }) =>
    url.startsWith(`${STRIPE}/v1/events`) ? Response.json(none) : undefined,
  );
  world.wait(seconds / 3600);
  expect(await run()).toMatchObject({ events: 0, isDone: true });
  answerAsEver();
  expect(await run()).toMatchObject({ fulfilled });
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
  expect(await recordedStatus(session)).toBe('paid');
});
