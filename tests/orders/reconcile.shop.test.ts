import { beforeEach, describe, expect, test } from 'vitest';
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

/** The recorded status, without a call to Stripe. */
const recordedStatus = async (session: string) => {
  const order = await readOrder(session);
  return order && statusOf(order);
};

describe('a run over several pages of events', () => {
  /** A refund creates two events, and a page has 100 events. */
  const REFUNDS = 49;
  /**
   * The events of three sales and the refunds: one more than a page. Another shop's sale is not
   * counted.
   */
  const EVENTS = 101;

  let refunded = '';
  let before: unknown;
  beforeEach(async () => {
    await run();
    before = await shop.redis.get(LAST_RUN);
    await buyElsewhere(shop);
    refunded = await buy();
    await buy();
    await buy();
    for (let cent = 1; cent <= REFUNDS; cent += 1) {
      await control(shop, 'refund', { session: refunded, amount: 1 });
    }
  });

  test('records each order of this shop', async () => {
    expect(await run()).toMatchObject({ events: EVENTS, fulfilled: 3, failed: 0, isDone: true });
    expect(await shop.redis.zcard('orders:dev')).toBe(3);
  });

  test('records every refund even though Stripe returns only ten refunds with a session', async () => {
    await run();
    expect((await readOrder(refunded))?.refunds).toHaveLength(REFUNDS);
  });

  test('reads each order from Stripe once', async () => {
    const calls = shop.callsTo('stripe');
    await run();
    // Two pages of events, the session of the payment, three sessions, the refunds beyond ten,
    // and the disputes of three orders.
    expect(shop.callsTo('stripe') - calls).toBeLessThanOrEqual(2 + 1 + 3 + 1 + 3);
  });

  test('does not read orders from Stripe again if webhooks have recorded them', async () => {
    await run();
    await shop.redis.set(LAST_RUN, before);
    const calls = shop.callsTo('stripe');
    expect(await run()).toMatchObject({ events: EVENTS, fulfilled: 0, isDone: true });
    // Two pages of events.
    expect(shop.callsTo('stripe') - calls).toBeLessThanOrEqual(2);
  });
});

test('reads only the events since the last run', async () => {
  await buy();
  await run();
  pass(120);
  await run();
  await buy();
  expect(await run()).toMatchObject({ events: 1, fulfilled: 1 });
});

describe('after ten days in which no run could list Stripe’s events', () => {
  let older = '';
  let newer = '';
  let paidAt = 0;
  beforeEach(async () => {
    older = await buy();
    await run();
    pass(6);
    await control(shop, 'refund', { session: older });
    newer = await buy();
    paidAt = Math.floor(Date.now() / 1000);
    pass(10 * 24 * 60);
    await shop.runOnce(runSchedule, refusing('/v1/events'));
  });

  test('finds a refund after ten days of failed runs', async () => {
    await run();
    expect(await recordedStatus(older)).toBe('refunded');
  });

  test('finds a sale and the time of its payment after ten days of failed runs', async () => {
    await run();
    expect(await readOrder(newer)).toMatchObject({ payment: 'paid', paidAt });
  });

  test('reads the events from ten days of failed runs only once', async () => {
    expect(await run()).toMatchObject({ fulfilled: 2, failed: 0 });
    pass(60);
    expect(await run()).toMatchObject({ events: 0 });
  });
});

test.each([
  { name: 'a full refund', amount: undefined, status: 'refunded', refunds: 1 },
  { name: 'a partial refund', amount: 1, status: 'paid', refunds: 1 },
])('finds $name that no webhook reported', async ({ amount, status, refunds }) => {
  const session = await buy();
  await run();
  pass(6);
  await control(shop, 'refund', { session, amount });
  await run();
  expect(await recordedStatus(session)).toBe(status);
  expect((await readOrder(session))?.refunds).toHaveLength(refunds);
});

test('finds a refund that precedes newer events about a recorded dispute', async () => {
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

describe('an order that Stripe refuses to return', () => {
  let refused = '';
  let others: readonly string[] = [];
  beforeEach(async () => {
    const first = await buy();
    refused = await buy();
    others = [first, await buy()];
  });
  const runRefused = () => shop.runOnce(run, refusing(`/v1/checkout/sessions/${refused}`));

  test('records the other orders if Stripe refuses to return one order', async () => {
    expect(await runRefused()).toMatchObject({ fulfilled: 2, failed: 1, isDone: true });
    for (const session of others) expect(await recordedStatus(session)).toBe('paid');
  });

  test('enqueues the order that Stripe refused to return, instead of reading its event again', async () => {
    await runRefused();
    expect(await shop.redis.zrange('jobs:dev', 0, -1)).toContain(`fulfill:${refused}`);
    pass(120);
    await run();
    pass(120);
    expect(await run()).toMatchObject({ events: 0, isDone: true });
  });

  test('records an order that Stripe refused to return once its job succeeds', async () => {
    await runRefused();
    await shop.runOnce(runSchedule, refusing(`/v1/checkout/sessions/${refused}`));
    pass(120);
    expect(await recordedStatus(refused)).toBeNull();
    await runSchedule();
    expect(await recordedStatus(refused)).toBe('paid');
  });
});

test('keeps a job queued for an order stored in an unknown format', async () => {
  const unreadable = await buy();
  const readable = await buy();
  await shop.redis.hset(`order:dev:${unreadable}`, { sale: '{"of":"another make"}' });
  expect(await run()).toMatchObject({ fulfilled: 1, failed: 1, isDone: true });
  expect(await recordedStatus(readable)).toBe('paid');
  pass(120);
  await runSchedule();
  expect(await shop.redis.zrange('jobs:dev', 0, -1)).toEqual([`fulfill:${unreadable}`]);
});

const runWithoutTime = () => reconcile(() => false);

describe('a run that has no time left', () => {
  test('records one order in a run that has no time left', async () => {
    await buy();
    await buy();
    expect(await runWithoutTime()).toMatchObject({ fulfilled: 1, isDone: false });
  });

  test('continues a run that stopped in the middle of a page of events', async () => {
    const sessions = [await buy(), await buy(), await buy()];
    for (let left = sessions.length; left > 0; left -= 1) {
      expect(await runWithoutTime()).toMatchObject({ fulfilled: 1, isDone: false });
      pass(60);
    }
    for (const session of sessions) expect(await recordedStatus(session)).toBe('paid');
    expect(await runWithoutTime()).toMatchObject({ fulfilled: 0, isDone: true });
  });

  test('finds a sale that was made after a run stopped', async () => {
    await buy();
    await runWithoutTime();
    pass(60);
    const late = await buy();
    // Completes the run that stopped.
    expect(await run()).toMatchObject({ fulfilled: 0, isDone: true });
    pass(180);
    expect(await run()).toMatchObject({ fulfilled: 1, isDone: true });
    expect(await recordedStatus(late)).toBe('paid');
  });
});

test('finds a sale that was made during an hours-long pass over the events', async () => {
  for (let sale = 0; sale < 3; sale += 1) await buy();
  await runWithoutTime();
  pass(1);
  const late = await buy();
  for (let stop = 0; stop < 2; stop += 1) {
    pass(120);
    expect(await runWithoutTime()).toMatchObject({ isDone: false });
  }
  expect(await run()).toMatchObject({ isDone: true });
  expect(await recordedStatus(late)).toBeNull();
  expect(await run()).toMatchObject({ fulfilled: 1, isDone: true });
  expect(await recordedStatus(late)).toBe('paid');
});

test('starts over if the last run stopped at an event that Stripe no longer has', async () => {
  await buy();
  await reconcile(() => false);
  const text = JSON.stringify(await shop.redis.get(LAST_RUN));
  await shop.redis.set(LAST_RUN, text.replace(/evt_\w+/, 'evt_of_another_mode'));
  await expect(run()).rejects.toThrow('payments unavailable');
  await buy();
  expect(await run()).toMatchObject({ events: 2, fulfilled: 1, isDone: true });
});

test.each([
  { name: 'finds an event that Stripe lists an hour late', lateBy: 3600, fulfilled: 1 },
  { name: 'misses an event that Stripe lists more than an hour late', lateBy: 3601, fulfilled: 0 },
])('$name', async ({ lateBy, fulfilled }) => {
  await buy();
  const emptyList = { object: 'list', url: '/v1/events', has_more: false, data: [] };
  const listsNothing: Meet = async (_call, send, { url }) =>
    url.includes('/v1/events') ? Response.json(emptyList) : send();
  pass(lateBy / 60);
  expect(await shop.runOnce(run, listsNothing)).toMatchObject({ events: 0, isDone: true });
  expect(await run()).toMatchObject({ fulfilled });
});

/** Refunds sales of another shop on the same Stripe account. */
const refundElsewhere = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    await control(shop, 'refund', { session: await buyElsewhere(shop) });
  }
};

test('looks up at most five unknown payments at a time', async () => {
  await refundElsewhere(30);
  let active = 0;
  let most = 0;
  const counting: Meet = async (_call, send, { url }) => {
    if (!url.includes('/v1/checkout/sessions?')) return send();
    active += 1;
    most = Math.max(most, active);
    await new Promise((resolve) => setTimeout(resolve, 5));
    active -= 1;
    return send();
  };
  expect(await shop.runOnce(run, counting)).toMatchObject({ failed: 0, isDone: true });
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(5);
});

test('reads no session for another shop’s refund', async () => {
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

test('records the other orders in a page of events if Stripe fails to look up payments', async () => {
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

/** Makes Stripe omit the payment's event from its list and fail to find the payment's session. */
const withoutSession: Meet = async (call, send, request) => {
  if (!request.url.includes('/v1/events'))
    return refusing('/v1/checkout/sessions?')(call, send, request);
  const page = await (await send()).json();
  const data = page.data.filter(({ type }: { type: string }) => !type.startsWith('checkout.'));
  return Response.json({ ...page, data });
};

test('looks up a payment again after a failed lookup', async () => {
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
