import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { LIMITS } from '../../netlify/http/limits.ts';
import { findFacts } from '../../netlify/orders/redis-orders.ts';
import { buy, setFaults } from '../shop/buying.ts';
import { jsonPost, openTestShop } from '../shop/shop.ts';

/** A tenth of each limit, so that an hour of a flood takes a moment. */
const FACTOR = 0.1;
const shop = await openTestShop({ limitFactor: FACTOR });
const session = await buy(shop, 'individual_guide_6_10');

for (const told of ['log', 'warn', 'error'] as const) vi.spyOn(console, told).mockReturnValue();
vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => void vi.useRealTimers());

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let hour = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
let schools = 0;
/** The address of an attacker, and of parents too. */
let school: string;
beforeEach(async () => {
  vi.setSystemTime((hour += HOUR_MS));
  school = `198.51.100.${(schools += 1)}`;
  shop.failRedis('none');
  await setFaults(shop, {});
});

const call = (pathname: string, init: RequestInit = {}, from = school) => {
  const headers = { ...init.headers, 'x-nf-client-connection-ip': from };
  return shop.call(pathname, { ...init, headers });
};
const verify = (sessionId: string, from?: string) =>
  call('/api/verify-payment', jsonPost({ sessionId }), from);

/** A session that nobody has seen, by every route that looks one up without a ticket. */
const ROUTES = {
  'verify-payment': (id: string) => verify(id),
  orders: (id: string) => call(`/api/orders?session_id=${id}`),
  'secure-file-access': (id: string) =>
    call('/api/secure-file-access', jsonPost({ product_id: 'guide-1', session_id: id })),
  'purchase-page': (id: string) => call(`/guide-download?session_id=${id}`, { method: 'POST' }),
};

let guesses = 0;
/** As many calls as the limits let through in the minute. Answers what Redis and Stripe were asked. */
const floodForAMinute = async (): Promise<readonly [redis: number, stripe: number]> => {
  const before = shop.calls();
  for (const [name, ask] of Object.entries(ROUTES)) {
    const most = LIMITS[name as keyof typeof ROUTES].perClient[0].most * FACTOR;
    for (let called = 0; called < most; called += 1) await ask(`cs_test_${(guesses += 1)}`);
  }
  const [redis = NaN, stripe = NaN] = shop.callsSince(before);
  return [redis, stripe];
};

test('one address at full rate costs Redis two commands for each miss of the hour, and no more', async () => {
  const most = 2 * LIMITS.misses.perClient[0].most * FACTOR;
  expect(most).toBe(12);
  const before = shop.callsTo('redis');
  for (let minute = 0; minute < 60; minute += 1) {
    vi.setSystemTime(hour + minute * MINUTE_MS);
    const [, stripe] = await floodForAMinute();
    // A tenth of what one client may ask in a minute.
    expect(stripe).toBeLessThanOrEqual(3);
  }
  // It was 4,740 requests of two commands: at the whole of the limits, a month's 500,000 in five hours.
  expect(shop.callsTo('redis') - before).toBeLessThanOrEqual(most);
  vi.setSystemTime((hour += HOUR_MS));
  const [next] = await floodForAMinute();
  expect(next).toBeGreaterThan(0);
  expect(next).toBeLessThanOrEqual(most);
});

test('a session that nobody knows is then answered by Stripe alone, as before', async () => {
  await floodForAMinute();
  vi.setSystemTime(hour + MINUTE_MS);
  const before = shop.calls();
  expect(await (await verify('cs_test_nobody')).json()).toEqual({ status: 'unpaid', order: null });
  expect(shop.callsSince(before)).toEqual([0, 1, 0]);
  // Who calls from elsewhere is asked about as ever.
  const elsewhere = shop.calls();
  vi.setSystemTime(hour + MINUTE_MS + 1000);
  await verify('cs_test_nobody', '203.0.113.1');
  expect(shop.callsSince(elsewhere)).toEqual([2, 1, 0]);
});

test('a known order behind that address is served, by way of Stripe', async () => {
  await verify(session, '203.0.113.2');
  await floodForAMinute();
  const refused = await verify(session);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  vi.setSystemTime(hour + MINUTE_MS);
  const before = shop.calls();
  expect(await (await verify(session)).json()).toMatchObject({ status: 'paid' });
  expect(shop.callsSince(before)).toEqual([1, 1, 0]);
});

test('an order behind that address that nobody told of is recorded', async () => {
  await setFaults(shop, { webhooks: { hold: true } });
  const unknown = await buy(shop, 'bundle');
  await floodForAMinute();
  vi.setSystemTime(hour + MINUTE_MS);
  const before = shop.calls();
  const askedAt = Math.floor(Date.now() / 1000);
  const ask = globalThis.fetch;
  const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
    const answer = await ask(...asked);
    vi.setSystemTime(Date.now() + 5000);
    return answer;
  });
  expect(await (await verify(unknown)).json()).toMatchObject({ status: 'paid' });
  spy.mockRestore();
  // Looked up and recorded, and Stripe was asked once.
  expect(shop.callsSince(before)).toEqual([2, 1, 0]);
  // What it said does not count as newer than what has happened while it answered.
  expect((await findFacts(unknown))['payment:paid']).toBe(`return ${askedAt}`);
});

test('behind that address too, Stripe serves while Redis is down, and Redis while Stripe is', async () => {
  await verify(session, '203.0.113.3');
  await floodForAMinute();
  vi.setSystemTime(hour + MINUTE_MS);
  shop.failRedis('500');
  expect(await (await verify(session)).json()).toMatchObject({ status: 'paid' });
  shop.failRedis('none');
  vi.setSystemTime(hour + MINUTE_MS + 1000);
  shop.failStripe('500');
  expect(await (await verify(session)).json()).toMatchObject({ status: 'paid' });
  shop.failStripe('none');
});
