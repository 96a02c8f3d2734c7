import { beforeEach, describe, expect, test, vi } from 'vitest';
import { LIMITS, type LimitedRoute } from '../../netlify/http/limits.ts';
import { stopToken } from '../../netlify/mail/opt-out.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { buy } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { ownerHeaders } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import { loadFunctions } from '../shop/routes.ts';
import { jsonPost, openTestShop } from '../shop/shop.ts';

/** A tenth of each limit, so that reaching one takes a moment. */
const FACTOR = 0.1;
const shop = await openTestShop({ limitFactor: FACTOR, withMail: true });
const session = await buy(shop, 'individual_guide_6_10');

type Handle = typeof shop.call;
/** Two that share nothing but Redis. */
const instance: Handle = shop.call;
vi.resetModules();
const handleElsewhere = await loadFunctions();
const otherInstance: Handle = (path, init) =>
  handleElsewhere(new Request(new URL(path, shop.siteUrl), init));

vi.useFakeTimers({ toFake: ['Date'] });
const WINDOW_MS = 60_000;
let now = Math.ceil(Date.now() / WINDOW_MS) * WINDOW_MS;
/** The beginning of a window in which nobody has called yet. */
const nextWindow = (): void => void vi.setSystemTime((now += WINDOW_MS));

let ticket: string;
beforeEach(async () => {
  for (const told of ['warn', 'error', 'log'] as const) {
    vi.spyOn(console, told).mockClear().mockReturnValue();
  }
  shop.failRedis('none');
  nextWindow();
  ticket = await linkTo(shop, 'guide-1', session);
});

const stop = `/api/stop-news?token=${stopToken('a'.repeat(32), process.env['SIGNING_SECRET'] ?? '')}`;

/** A call that goes well; an unsigned one of a webhook, since only those are counted. */
const CALLS: Readonly<Record<LimitedRoute, () => readonly [path: string, init?: RequestInit]>> = {
  'create-payment': () => ['/api/create-payment', jsonPost({ productType: 'bundle' })],
  'verify-payment': () => ['/api/verify-payment', jsonPost({ sessionId: session })],
  orders: () => [`/api/orders?session_id=${session}`],
  'secure-file-access': () => [
    '/api/secure-file-access',
    jsonPost({ product_id: 'guide-1', session_id: session }),
  ],
  'purchase-page': () => [`/guide-download?session_id=${session}`, { method: 'POST' }],
  files: () => [ticket, { method: 'HEAD' }],
  products: () => ['/api/products'],
  health: () => ['/api/health'],
  'opt-out': () => [stop],
  'stripe-webhook': () => ['/api/stripe-webhook', jsonPost({})],
  'mail-webhook': () => ['/api/mail-webhook', jsonPost({})],
};

let clients = 0;
/** An address that has not called yet. */
const newClient = (): string => `198.51.${Math.floor(++clients / 250)}.${(clients % 250) + 1}`;

const callFrom = (client: string, route: LimitedRoute, handle = instance): Promise<Response> => {
  const [path, init] = CALLS[route]();
  const headers = { ...init?.headers, 'x-nf-client-connection-ip': client };
  return handle(path, { ...init, headers });
};
const statusesOf = async (route: LimitedRoute, client: string, times = 1, handle = instance) => {
  const statuses: number[] = [];
  for (let call = 0; call < times; call += 1) {
    statuses.push((await callFrom(client, route, handle)).status);
  }
  return statuses;
};
const most = (route: LimitedRoute): number => Math.round(LIMITS[route].perClient[0].most * FACTOR);
const fill = (route: LimitedRoute, client: string, handle = instance) =>
  statusesOf(route, client, most(route), handle);

const warnings = (): { code?: string }[] =>
  vi.mocked(console.warn).mock.calls.map(([line]) => JSON.parse(String(line)));

/** By code, or on the page of the files in words. */
const expectRefusal = async (route: LimitedRoute, refused: Response): Promise<void> => {
  expect(refused.headers.get('retry-after')).toBe('42');
  expect(await refused.clone().text()).toMatch(/try again in 42 seconds/i);
  if (route !== 'purchase-page') return expectProblem(refused, 429, 'rate_limited');
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain('<h1>One moment, please</h1>');
};

test.each(Object.keys(CALLS) as LimitedRoute[])(
  '%s serves a client up to its limit, then asks nothing outside, and says when to come back',
  async (route) => {
    const [client, served] = [newClient(), route.endsWith('-webhook') ? 400 : 200];
    expect(new Set(await fill(route, client))).toEqual(new Set([served]));
    vi.setSystemTime(now + 18_000);
    const before = shop.calls();
    await expectRefusal(route, await callFrom(client, route));
    expect(await statusesOf(route, client, 2)).toEqual([429, 429]);
    expect(shop.callsSince(before)).toEqual([0, 0, 0]);
    const line = { level: 'warn', requestId: expect.any(String), code: 'rate_limited', route };
    expect(warnings().filter(({ code }) => code === 'rate_limited')).toEqual([line]);
    expect(await statusesOf(route, newClient())).toEqual([served]);
    nextWindow();
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
  expect(await send(1, instance)).toBe(200);
  expect(await send(2, otherInstance)).toBe(200);
  expect(await send(3, instance)).toBe(200);
  expect([await send(4, instance), await send(4, otherInstance)]).toEqual([429, 429]);
  vi.setSystemTime(now + 3_600_000);
  expect(await send(4, otherInstance)).toBe(200);
});

test('every event that Stripe has signed is served, however many there are', async () => {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'x', data: { object: {} } });
  const client = newClient();
  await fill('stripe-webhook', client);
  const signed = { payload, secret: shop.webhookSecret, timestamp: Math.floor(now / 1000) };
  const headers = {
    'x-nf-client-connection-ip': client,
    'stripe-signature': shop.stripe.webhooks.generateTestHeaderString(signed),
  };
  for (let sent = 0; sent < most('stripe-webhook') + 1; sent += 1) {
    const event = { method: 'POST', body: payload, headers };
    expect((await instance('/api/stripe-webhook', event)).status).toBe(200);
  }
});
