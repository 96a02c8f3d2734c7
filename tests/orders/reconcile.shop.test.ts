import { beforeEach, expect, test } from 'vitest';
import { openMailShop, pass } from '../shop/mail-shop.ts';
import { buy as buyHere, buyElsewhere, control } from '../shop/buying.ts';
import { type Meet, refusing } from '../shop/runs.ts';

const shop = await openMailShop();
const { runSchedule } = shop;
const { reconcile } = await import('../../netlify/orders/reconcile.ts');
const { readOrder } = await import('../../netlify/orders/store.ts');
const { statusOf } = await import('../../netlify/orders/status.ts');

beforeEach(shop.startAnew);

const run = () => reconcile(() => true);
const LAST_RUN = 'last-run:dev';

const buy = () => buyHere(shop, 'bundle');
const buyMany = async (count: number): Promise<string[]> => {
  const sessions: string[] = [];
  while (sessions.length < count) sessions.push(await buy());
  return sessions;
};

/** The recorded status. Stripe is not asked. */
const recordedStatus = async (session: string) => {
  const order = await readOrder(session);
  return order && statusOf(order);
};

test('a run reads every page, asks Stripe once for each order, and the next one only for what is new', async () => {
  await run();
  const before = await shop.redis.get(LAST_RUN);
  await buyElsewhere(shop);
  const [refunded = '', ...others] = await buyMany(3);
  // A refund is two events, and a page has a hundred. A session is answered with ten refunds at most.
  for (let cent = 0; cent < 49; cent += 1) {
    await control(shop, 'refund', { session: refunded, amount: 1 });
  }
  const [pages, payments, sessions, refunds] = [2, 1, 1 + others.length, 1];
  const disputes = sessions;
  const calls = shop.callsTo('stripe');
  expect(await run()).toMatchObject({ events: 101, fulfilled: 3, failed: 0, isDone: true });
  expect(shop.callsTo('stripe') - calls).toBe(pages + payments + sessions + refunds + disputes);
  expect(await shop.redis.zcard('orders:dev')).toBe(3);
  expect((await readOrder(refunded))?.refunds).toHaveLength(49);
  // As if webhooks had recorded them all.
  await shop.redis.set(LAST_RUN, before);
  expect(await run()).toMatchObject({ events: 101, fulfilled: 0, isDone: true });
  expect(shop.callsTo('stripe') - calls).toBe(
    pages + payments + sessions + refunds + disputes + pages,
  );
  pass(120);
  await run();
  await buy();
  expect(await run()).toMatchObject({ events: 1, fulfilled: 1 });
});

test('after ten days in which no run could read Stripe’s list, one finds every sale and refund, at its time', async () => {
  const older = await buy();
  await run();
  pass(6);
  await control(shop, 'refund', { session: older });
  const newer = await buy();
  const paidAt = Math.floor(Date.now() / 1000);
  pass(10 * 24 * 60);
  expect(await shop.runOnce(runSchedule, refusing('/v1/events'))).toMatchObject({ status: 200 });
  expect(await run()).toMatchObject({ fulfilled: 2, failed: 0 });
  expect(await recordedStatus(older)).toBe('refunded');
  expect(await readOrder(newer)).toMatchObject({ payment: 'paid', paidAt });
  pass(60);
  expect(await run()).toMatchObject({ events: 0 });
});

test('a refund is found, though the newest event reports a dispute that is recorded', async () => {
  const session = await buy();
  const { id } = await control(shop, 'dispute', { session });
  await control(shop, 'dispute/update', { id, status: 'won' });
  await run();
  pass(6);
  await control(shop, 'refund', { session });
  for (const status of ['appeal_needs_response', 'appeal_under_review', 'won']) {
    await control(shop, 'dispute/update', { id, status });
  }
  await run();
  expect(await recordedStatus(session)).toBe('refunded');
});

test('an order that cannot be read becomes a job, and its events are not read again', async () => {
  const [first = '', refused = '', unreadable, last = ''] = await buyMany(4);
  const refusal = refusing(`/v1/checkout/sessions/${refused}`);
  await shop.redis.hset(`order:dev:${unreadable}`, { sale: '{"of":"another make"}' });
  const report = await shop.runOnce(run, refusal);
  expect(report).toMatchObject({ events: 4, fulfilled: 2, failed: 2, isDone: true });
  for (const session of [first, last]) expect(await recordedStatus(session)).toBe('paid');
  pass(120);
  await shop.runOnce(runSchedule, refusal);
  pass(120);
  expect(await run()).toMatchObject({ events: 0, isDone: true });
  expect(await recordedStatus(refused)).toBeNull();
  await runSchedule();
  expect(await recordedStatus(refused)).toBe('paid');
  expect(await shop.redis.zrange('jobs:dev', 0, -1)).toEqual([`fulfill:${unreadable}`]);
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
    if (late.length === 0) late.push(await buy());
    pass(60);
  }
  expect(counts.filter((count) => count > 0)).toEqual(sessions.map(() => 1));
  for (const session of sessions) expect(await recordedStatus(session)).toBe('paid');
  pass(180);
  expect(await run()).toMatchObject({ fulfilled: 1, isDone: true });
  expect(await recordedStatus(late[0] ?? '')).toBe('paid');
});

test('a run that stopped at an event that Stripe no longer knows begins again', async () => {
  await buy();
  await reconcile(() => false);
  const text = JSON.stringify(await shop.redis.get(LAST_RUN));
  await shop.redis.set(LAST_RUN, text.replace(/evt_\w+/, 'evt_of_another_mode'));
  await expect(run()).rejects.toThrow('payments unavailable');
  await buy();
  expect(await run()).toMatchObject({ events: 2, fulfilled: 1, isDone: true });
});

test.each([
  [3600, 1],
  [3601, 0],
])('an event that Stripe lists %d s too late is found by %d', async (seconds, fulfilled) => {
  await buy();
  const none = { object: 'list', url: '/v1/events', has_more: false, data: [] };
  pass(seconds / 60);
  const listed = await shop.runOnce(run, async (_call, send, { url }) =>
    url.includes('/v1/events') ? Response.json(none) : send(),
  );
  expect(listed).toMatchObject({ events: 0, isDone: true });
  expect(await run()).toMatchObject({ fulfilled });
});

/** Refunds of another shop on the same Stripe account. */
const refundElsewhere = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    await control(shop, 'refund', { session: await buyElsewhere(shop) });
  }
};

test('asks Stripe for a few unknown payments at a time', async () => {
  await refundElsewhere(30);
  let underWay = 0;
  let most = 0;
  const counting: Meet = async (_call, send, { url }) => {
    if (!url.includes('/v1/checkout/sessions?')) return send();
    underWay += 1;
    most = Math.max(most, underWay);
    await new Promise((resolve) => setTimeout(resolve, 5));
    underWay -= 1;
    return send();
  };
  expect(await shop.runOnce(run, counting)).toMatchObject({ failed: 0, isDone: true });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(5);
});

test('reads no session of another shop for its refunds', async () => {
  await refundElsewhere(5);
  const urls: string[] = [];
  const noting: Meet = (_call, send, { url }) => {
    urls.push(new URL(url).pathname);
    return send();
  };
  await shop.runOnce(run, noting);
  expect(urls).toContain('/v1/checkout/sessions');
  expect(urls.filter((path) => path.startsWith('/v1/checkout/sessions/'))).toEqual([]);
});

test('records the other orders of a page if Stripe fails to find a payment', async () => {
  await run();
  const refunded = await buy();
  await run();
  pass(6);
  await refundElsewhere(30);
  const sold = await buy();
  await control(shop, 'refund', { session: refunded });
  const report = await shop.runOnce(run, refusing('/v1/checkout/sessions?'));
  expect(report).toMatchObject({ isDone: true });
  expect(await recordedStatus(sold)).toBe('paid');
  expect(await recordedStatus(refunded)).toBe('refunded');
});

/** Stripe no longer lists the event of the payment, and fails to find its session. */
const withoutSession: Meet = async (call, send, request) => {
  if (!request.url.includes('/v1/events'))
    return refusing('/v1/checkout/sessions?')(call, send, request);
  const page = await (await send()).json();
  const data = page.data.filter(({ type }: { type: string }) => !type.startsWith('checkout.'));
  return Response.json({ ...page, data });
};

test('tries again to find a payment that Stripe failed to find', async () => {
  const session = await buy();
  await control(shop, 'refund', { session });
  await shop.runOnce(run, withoutSession);
  expect(await recordedStatus(session)).toBeNull();
  pass(60 * 24);
  await shop.redis.set(LAST_RUN, { doneAt: Math.floor(Date.now() / 1000), stopped: null });
  await runSchedule();
  expect(await recordedStatus(session)).toBe('refunded');
  expect(await shop.redis.zcard('jobs:dev')).toBe(0);
});
