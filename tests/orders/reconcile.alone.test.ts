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

/** The recorded status. Stripe is not asked. */
const recordedStatus = async (session: string) => (await detailOf(world, session))?.status;

test('a run reads every page, asks Stripe once for each order, and the next one only for what is new', async () => {
  await run();
  const before = (await world.redis.get(LAST_RUN)) ?? '';
  await buyElsewhere(world);
  const sessions = await buyMany(3);
  // A refund is two events, and a page has a hundred.
  for (let cent = 0; cent < 49; cent += 1) {
    await world.control('refund', { session: sessions[0], amount: 1 });
  }
  const first = await runOnce(run);
  expect(first.value).toMatchObject({ events: 101, fulfilled: 3, failed: 0, isDone: true });
  const [pages, payments, refunds] = [2, 1, 1];
  expect(stripeCalls(first.calls)).toBe(pages + payments + sessions.length + refunds);
  expect(await readByOwner<OrderPage>(world, '/api/admin/orders')).toMatchObject({ total: 3 });
  // As if webhooks had recorded them all.
  await world.redis.set(LAST_RUN, before);
  const again = await runOnce(run);
  expect(again.value).toMatchObject({ events: 101, fulfilled: 0, isDone: true });
  expect(stripeCalls(again.calls)).toBe(pages);
  world.wait(2);
  await run();
  await buy(world);
  expect(await run()).toMatchObject({ events: 1, fulfilled: 1 });
});

test('after an outage of ten days a run finds every sale and refund, at the time when it happened', async () => {
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

test('a refund is found, though the newest event reports a dispute that is recorded', async () => {
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

test('an order that cannot be read becomes a job, and its events are not read again', async () => {
  const [first = '', refused = '', unreadable, last = ''] = await buyMany(4);
  answerInstead(refusalFor(`/v1/checkout/sessions/${refused}`));
  await world.redis.hset(`order:dev:${unreadable}`, 'sale', '{"of":"another make"}');
  const response = await runSchedule();
  expect(await response.json()).toEqual({ events: 4, fulfilled: 2, failed: 2, isDone: true });
  for (const session of [first, last]) expect(await recordedStatus(session)).toBe('paid');
  // This one runs the jobs too.
  world.wait(2);
  await runSchedule();
  world.wait(2);
  expect(await run()).toMatchObject({ events: 0, isDone: true });
  expect(await recordedStatus(refused)).toBeUndefined();
  answerAsEver();
  await runSchedule();
  expect(await recordedStatus(refused)).toBe('paid');
});

test('a run without time brings one order up to date, and the next one continues within the page', async () => {
  const sessions = await buyMany(3);
  const late: string[] = [];
  const counts: number[] = [];
  for (let isDone = false; !isDone;) {
    const report = await reconcile(() => false);
    ({ isDone } = report);
    counts.push(report.fulfilled);
    // The run after these finds a sale of the meantime.
    if (late.length === 0) late.push(await buy(world));
    world.wait(1);
  }
  expect(counts.filter((count) => count > 0)).toEqual(sessions.map(() => 1));
  for (const session of sessions) expect(await recordedStatus(session)).toBe('paid');
  world.wait(3);
  expect(await run()).toMatchObject({ fulfilled: 1, isDone: true });
  expect(await recordedStatus(late[0] ?? '')).toBe('paid');
});

test('a run that stopped at an event that Stripe no longer knows begins again', async () => {
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

test('after a run that cannot read Stripe’s list, the next one reads what it missed', async () => {
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
