import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LIMITS, type LimitedRoute } from '../../netlify/http/limits.ts';
import { stopToken } from '../../netlify/mail/opt-out.ts';
import { findFacts } from '../../netlify/orders/redis-orders.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { buy, control, openSession, setFaults, verify as verifyOnce } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { ownerHeaders } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { loadFunctions } from '../shop/routes.ts';
import { jsonPost, openTestShop } from '../shop/shop.ts';

/** A tenth of each limit, so that reaching one, or an hour of a flood, takes a moment. */
const FACTOR = 0.1;
const shop = await openTestShop({ limitFactor: FACTOR, withMail: true });
await setFaults(shop, { webhooks: { hold: true } });
const session = await buy(shop, 'individual_guide_6_10');
await verifyOnce(shop, session);
const NOBODYS = 'cs_test_nobody';

type Handle = typeof shop.call;
/** Two that share nothing but Redis. */
const instance: Handle = shop.call;
vi.resetModules();
const handleElsewhere = await loadFunctions();
const otherInstance: Handle = (path, init) =>
  handleElsewhere(new Request(new URL(path, shop.siteUrl), init));

const HOUR_MS = 3_600_000;
vi.useFakeTimers({ toFake: ['Date'] });
let hour = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
/** Seconds into an hour in which nobody has called yet. */
const waitUntil = (second: number): void => void vi.setSystemTime(hour + second * 1000);

let clients = 0;
/** An address that has not called yet. */
const newClient = (): string => `198.51.${Math.floor(++clients / 250)}.${(clients % 250) + 1}`;
/** The address of an attacker, and of parents too. */
let school: string;
let ticket = '';
beforeEach(async () => {
  for (const told of ['log', 'warn', 'error'] as const) {
    vi.spyOn(console, told).mockClear().mockReturnValue();
  }
  hour += HOUR_MS;
  waitUntil(0);
  school = newClient();
  shop.failRedis('none');
  shop.failStripe('none');
  ticket = await linkTo(shop, 'guide-1', session);
});

type Call = readonly [path: string, init?: RequestInit];
const callFrom = (client: string, [path, init]: Call, handle = instance): Promise<Response> =>
  handle(path, { ...init, headers: { ...init?.headers, 'x-nf-client-connection-ip': client } });

const stop = `/api/stop-news?token=${stopToken('a'.repeat(32), process.env['SIGNING_SECRET'] ?? '')}`;
const product_id = 'guide-1';
/** A call of each route, which goes well for a paid session; an unsigned one of a webhook, since only those are counted. */
const callsOf = (id: string): Readonly<Record<LimitedRoute, Call>> => ({
  'create-payment': ['/api/create-payment', jsonPost({ productType: 'bundle' })],
  'verify-payment': ['/api/verify-payment', jsonPost({ sessionId: id })],
  orders: [`/api/orders?session_id=${id}`],
  'secure-file-access': ['/api/secure-file-access', jsonPost({ product_id, session_id: id })],
  'purchase-page': [`/guide-download?session_id=${id}`, { method: 'POST' }],
  files: [ticket, { method: 'HEAD' }],
  products: ['/api/products'],
  health: ['/api/health'],
  'opt-out': [stop],
  'stripe-webhook': ['/api/stripe-webhook', jsonPost({})],
});
const ROUTES = Object.keys(callsOf('')) as LimitedRoute[];
/** Those that look an order up without a ticket. */
const LOOKUPS = ['verify-payment', 'orders', 'secure-file-access', 'purchase-page'] as const;

const statusesOf = async (route: LimitedRoute, client: string, times = 1, handle = instance) => {
  const statuses: number[] = [];
  for (let call = 0; call < times; call += 1) {
    statuses.push((await callFrom(client, callsOf(session)[route], handle)).status);
  }
  return statuses;
};
const most = (route: LimitedRoute): number => Math.round(LIMITS[route].perClient[0].most * FACTOR);
const fill = (route: LimitedRoute, client: string, handle = instance) =>
  statusesOf(route, client, most(route), handle);

/** By code, or on the page of the files in words. */
const expectRefusal = async (route: LimitedRoute, refused: Response): Promise<void> => {
  expect(refused.headers.get('retry-after')).toBe('42');
  expect(await refused.clone().text()).toMatch(/try again in 42 seconds/i);
  if (route !== 'purchase-page') return expectProblem(refused, 429, 'rate_limited');
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('<h1>One moment, please</h1>');
};

test.each(ROUTES)(
  '%s serves a client up to its limit, then asks nothing outside, and says when to come back',
  async (route) => {
    const [client, served] = [newClient(), route.endsWith('-webhook') ? 400 : 200];
    expect(new Set(await fill(route, client))).toEqual(new Set([served]));
    waitUntil(18);
    const before = shop.calls();
    await expectRefusal(route, await callFrom(client, callsOf(session)[route]));
    expect(await statusesOf(route, client, 2)).toEqual([429, 429]);
    expect(shop.callsSince(before)).toEqual([0, 0, 0]);
    const line = { level: 'warn', requestId: expect.any(String), code: 'rate_limited', route };
    const warnings = vi.mocked(console.warn).mock.calls.map(([text]) => JSON.parse(String(text)));
    expect(warnings.filter(({ code }) => code === 'rate_limited')).toEqual([line]);
    expect(await statusesOf(route, newClient())).toEqual([served]);
    waitUntil(60);
    expect(await statusesOf(route, client)).toEqual([served]);
  },
);

describe('create-payment', () => {
  const route = 'create-payment';

  test('counts a client over all instances, at the cost of one command', async () => {
    const client = newClient();
    await fill(route, client);
    const before = shop.calls();
    expect(await statusesOf(route, client, 1, otherInstance)).toEqual([429]);
    expect(shop.callsSince(before)).toEqual([1, 0, 0]);
  });

  test('goes by the count of its own instance while Redis is down', async () => {
    const client = newClient();
    await statusesOf(route, client, most(route) - 1);
    shop.failRedis('500');
    expect(await statusesOf(route, client, 2)).toEqual([200, 429]);
    expect(await statusesOf(route, client, 1, otherInstance)).toEqual([200]);
  });

  test('serves so many in total, over all clients and instances', async () => {
    const total = LIMITS[route].total[0].most * FACTOR;
    for (let served = 0; served < total; served += most(route)) {
      const handle = served % (2 * most(route)) === 0 ? instance : otherInstance;
      expect(new Set(await fill(route, newClient(), handle))).toEqual(new Set([200]));
    }
    expect(await statusesOf(route, newClient())).toEqual([429]);
    expect(await statusesOf(route, newClient(), 1, otherInstance)).toEqual([429]);
  });
});

test('the owner sends 30 mails an hour by hand, whoever has the session', async () => {
  const owner = await ownerHeaders(shop);
  const address = `/api/admin/orders/${await orderNumber(session)}/receipt`;
  const send = async (copy: number, handle: Handle) =>
    (await handle(address, jsonPost({ copy }, owner))).status;
  expect([await send(1, instance), await send(2, otherInstance)]).toEqual([200, 200]);
  expect([await send(3, instance), await send(4, instance)]).toEqual([200, 429]);
  expect(await send(4, otherInstance)).toBe(429);
  waitUntil(3600);
  expect(await send(4, otherInstance)).toBe(200);
});

test('every event that Stripe has signed is served, however many there are', async () => {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { object: {} } });
  const client = newClient();
  await fill('stripe-webhook', client);
  const signed = { payload, secret: shop.webhookSecret, timestamp: hour / 1000 };
  const headers = { 'stripe-signature': shop.stripe.webhooks.generateTestHeaderString(signed) };
  const event: Call = ['/api/stripe-webhook', { method: 'POST', body: payload, headers }];
  for (let sent = 0; sent < most('stripe-webhook') + 1; sent += 1) {
    expect((await callFrom(client, event)).status).toBe(200);
  }
});

const verify = (sessionId: string, from = school) =>
  callFrom(from, callsOf(sessionId)['verify-payment']);
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

describe('one address that looks orders up', () => {
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

let guesses = 0;
/** As many calls as the limits let through in a minute. Answers what Redis and Stripe were asked. */
const floodInMinute = async (minute: number): Promise<number[]> => {
  waitUntil(minute * 60);
  const before = shop.calls();
  for (const route of LOOKUPS) {
    for (let called = 0; called < most(route); called += 1) {
      await callFrom(school, callsOf(`cs_test_${(guesses += 1)}`)[route]);
    }
  }
  return shop.callsSince(before);
};

test('a flood from one address costs Redis two commands for each of 60 misses an hour', async () => {
  let redisInAll = 0;
  // Nothing changes after the third: an hour at full rate was 4,740 requests of two commands.
  for (const minute of [0, 1, 2, 3, 59]) {
    const [redis = NaN, stripe] = await floodInMinute(minute);
    redisInAll += redis;
    // A tenth of what one client may ask in a minute.
    expect(stripe).toBeLessThanOrEqual(3);
  }
  expect(redisInAll).toBeLessThanOrEqual(12);
  const [redis] = await floodInMinute(60);
  expect(redis).toBeGreaterThan(0);
  expect(redis).toBeLessThanOrEqual(12);
});

describe('behind an address that floods', () => {
  beforeEach(async () => {
    await floodInMinute(0);
    waitUntil(60);
  });

  test('Stripe alone is asked for what nobody knows, and from elsewhere Redis as ever', async () => {
    const before = shop.calls();
    expect(await verdict(NOBODYS)).toEqual({ status: 'unpaid', order: null });
    expect(shop.callsSince(before)).toEqual([0, 1, 0]);
    waitUntil(61);
    await verify(NOBODYS, newClient());
    expect(shop.callsSince(before)).toEqual([2, 2, 0]);
  });

  test('a known order is served, by way of Stripe, whichever of the two is down', async () => {
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

  test('an order that nobody told of is recorded', async () => {
    const unknown = await buy(shop, 'bundle');
    expect(await verdict(unknown)).toMatchObject({ status: 'paid' });
    expect((await findFacts(unknown))['payment:paid']).toMatch(/^return /);
  });
});
