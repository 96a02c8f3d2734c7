import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LIMITS } from '../../netlify/http/limits.ts';
import { findFacts } from '../../netlify/orders/redis-orders.ts';
import { buy, control, openSession, setFaults, verify as verifyOnce } from '../shop/buying.ts';
import { jsonPost, openTestShop } from '../shop/shop.ts';

/** A tenth of each limit, so that an hour of a flood takes a moment. */
const FACTOR = 0.1;
const shop = await openTestShop({ limitFactor: FACTOR });
await setFaults(shop, { webhooks: { hold: true } });
const session = await buy(shop, 'individual_guide_6_10');
await verifyOnce(shop, session);
const NOBODYS = 'cs_test_nobody';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
vi.useFakeTimers({ toFake: ['Date'] });
let hour = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
/** Seconds into an hour in which nobody has called yet. */
const waitUntil = (second: number): void => void vi.setSystemTime(hour + second * 1000);

let clients = 0;
const newClient = (): string => `198.51.100.${(clients += 1)}`;
/** The address of an attacker, and of parents too. */
let school: string;
beforeEach(() => {
  for (const told of ['log', 'warn', 'error'] as const) vi.spyOn(console, told).mockReturnValue();
  hour += HOUR_MS;
  waitUntil(0);
  school = newClient();
  shop.failRedis('none');
  shop.failStripe('none');
});

const call = (pathname: string, init: RequestInit = {}, from = school) => {
  const headers = { ...init.headers, 'x-nf-client-connection-ip': from };
  return shop.call(pathname, { ...init, headers });
};
const verify = (sessionId: string, from?: string) =>
  call('/api/verify-payment', jsonPost({ sessionId }), from);
const verdict = async (sessionId: string) => (await verify(sessionId)).json();

/** The statuses of one call after the other, each a second later. */
const verifyBySecond = async (sessionId: string, times: number) => {
  const seen: number[] = [];
  for (let second = 1; second <= times; second += 1) {
    waitUntil(second);
    seen.push((await verify(sessionId)).status);
  }
  return seen;
};

describe('one address', () => {
  test('asks 30 times a minute for sessions without an order, and for others as it likes', async () => {
    expect(await verifyBySecond(NOBODYS, 4)).toEqual([200, 200, 200, 429]);
    expect((await verify(session)).status).toBe(200);
    waitUntil(60);
    expect((await verify(NOBODYS)).status).toBe(200);
  });

  test('asks for a session that waits for its bank as often as a page does', async () => {
    const waiting = await openSession(shop, 'bundle');
    await control(shop, 'pay', { session: waiting, method: 'bank', settle: 'never' });
    await verify(waiting, newClient());
    expect(new Set(await verifyBySecond(waiting, 8))).toEqual(new Set([200]));
  });

  test('is answered from Stripe while Redis is down, as fast as this instance may ask', async () => {
    shop.failRedis('500');
    // Nobody knows whether it is recorded, so this is not cut off after three.
    expect(new Set(await verifyBySecond(session, 5))).toEqual(new Set([200]));
    expect((await verify(session)).status).toBe(429);
  });
});

test('Stripe is asked 15 times a second for all, and what is recorded is served beyond that', async () => {
  const before = shop.callsTo('stripe');
  const asked = await Promise.all([1, 2, 3].map(() => verify(NOBODYS, newClient())));
  expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 429, 429]);
  expect(shop.callsTo('stripe') - before).toBe(1);
  expect((await verify(NOBODYS)).headers.get('retry-after')).toBe('1');
  expect((await verify(session)).status).toBe(200);
  waitUntil(1);
  expect((await verify(NOBODYS)).status).toBe(200);
});

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

describe('a flood from one address', () => {
  test('costs Redis two commands for each miss of the hour, and no more', async () => {
    const most = 2 * LIMITS.misses.perClient[0].most * FACTOR;
    expect(most).toBe(12);
    const before = shop.callsTo('redis');
    // Nothing changes after the third: an hour at full rate was 4,740 requests of two commands.
    for (const minute of [0, 1, 2, 3, 59]) {
      waitUntil(minute * 60);
      const [, stripe] = await floodForAMinute();
      // A tenth of what one client may ask in a minute.
      expect(stripe).toBeLessThanOrEqual(3);
    }
    expect(shop.callsTo('redis') - before).toBeLessThanOrEqual(most);
    waitUntil(3600);
    const [redis] = await floodForAMinute();
    expect(redis).toBeGreaterThan(0);
    expect(redis).toBeLessThanOrEqual(most);
  });
});

const floodAndWait = async () => {
  await floodForAMinute();
  expect((await verify(session)).headers.get('retry-after')).toBe('60');
  waitUntil(60);
};

describe('behind an address that floods', () => {
  test('Stripe alone is asked for what nobody knows, and from elsewhere Redis as ever', async () => {
    await floodAndWait();
    const before = shop.calls();
    expect(await verdict(NOBODYS)).toEqual({ status: 'unpaid', order: null });
    expect(shop.callsSince(before)).toEqual([0, 1, 0]);
    waitUntil(61);
    await verify(NOBODYS, newClient());
    expect(shop.callsSince(before)).toEqual([2, 2, 0]);
  });

  test('a known order is served, by way of Stripe, whichever of the two is down', async () => {
    await floodAndWait();
    const before = shop.calls();
    expect(await verdict(session)).toMatchObject({ status: 'paid' });
    expect(shop.callsSince(before)).toEqual([1, 1, 0]);
    waitUntil(61);
    shop.failRedis('500');
    expect(await verdict(session)).toMatchObject({ status: 'paid' });
    waitUntil(62);
    shop.failRedis('none');
    shop.failStripe('500');
    expect(await verdict(session)).toMatchObject({ status: 'paid' });
  });

  test('an order that nobody told of is recorded, as of when Stripe was asked', async () => {
    const unknown = await buy(shop, 'bundle');
    await floodAndWait();
    const before = shop.calls();
    const askedAt = Math.floor(Date.now() / 1000);
    const { fetch } = globalThis;
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...asked) => {
      const answer = await fetch(...asked);
      vi.setSystemTime(Date.now() + 5000);
      return answer;
    });
    expect(await verdict(unknown)).toMatchObject({ status: 'paid' });
    spy.mockRestore();
    expect(shop.callsSince(before)).toEqual([2, 1, 0]);
    expect((await findFacts(unknown))['payment:paid']).toBe(`return ${askedAt}`);
  });
});
