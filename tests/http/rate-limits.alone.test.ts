import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LIMITS, type Limit, type LimitedRoute } from '../../netlify/http/limits.ts';
import { stopToken } from '../../netlify/mail/opt-out.ts';
import { orderNumber } from '../../src/contract/order-number.ts';
import { buy, control, openSession, verify } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { ownerHeaders } from '../shop/owner.ts';
import { expectProblem } from '../shop/problems.ts';
import type { Handler } from '../../netlify/local/routes.ts';
import { loadFunctions } from '../shop/routes.ts';
import { jsonPost, openTestShop } from '../shop/shop.ts';

/** A tenth of each limit, so that reaching one takes a moment. */
const FACTOR = 0.1;
const shop = await openTestShop({ limitFactor: FACTOR, withMail: true });
const session = await buy(shop, 'individual_guide_6_10');

/** Two that share nothing but Redis. */
const instance = await loadFunctions();
vi.resetModules();
const otherInstance = await loadFunctions();

vi.spyOn(console, 'warn').mockReturnValue();
vi.useFakeTimers({ toFake: ['Date'] });
afterAll(() => void vi.useRealTimers());

const WINDOW_MS = 60_000;
let now = Math.ceil(Date.now() / WINDOW_MS) * WINDOW_MS;
/** The beginning of a window in which nobody has called yet. */
const nextWindow = (): void =>
  void vi.setSystemTime((now = (Math.floor(now / WINDOW_MS) + 1) * WINDOW_MS));

let ticket: string;
beforeEach(async () => {
  shop.failRedis('none');
  nextWindow();
  ticket = await linkTo(shop, 'guide-1', session);
});

const token = stopToken('a'.repeat(32), process.env['SIGNING_SECRET'] ?? '');

let clients = 0;
/** An address that has not called yet. */
const newClient = (): string => `198.51.${Math.floor(++clients / 250)}.${(clients % 250) + 1}`;

const request = (pathname: string, init?: RequestInit) =>
  new Request(new URL(pathname, shop.siteUrl), init);
const posting = (pathname: string, body: unknown) => request(pathname, jsonPost(body));

/** A call that goes well; an unsigned one of the webhook, since only those are counted. */
const CALLS: Readonly<Record<LimitedRoute, () => Request>> = {
  'create-payment': () => posting('/api/create-payment', { productType: 'bundle' }),
  'verify-payment': () => posting('/api/verify-payment', { sessionId: session }),
  orders: () => request(`/api/orders?session_id=${session}`),
  'secure-file-access': () =>
    posting('/api/secure-file-access', { product_id: 'guide-1', session_id: session }),
  'purchase-page': () => request(`/guide-download?session_id=${session}`, { method: 'POST' }),
  files: () => request(ticket, { method: 'HEAD' }),
  products: () => request('/api/products'),
  health: () => request('/api/health'),
  'opt-out': () => request(`/api/stop-news?token=${token}`),
  'stripe-webhook': () => posting('/api/stripe-webhook', {}),
  'mail-webhook': () => posting('/api/mail-webhook', {}),
};
const ROUTES = Object.keys(CALLS) as LimitedRoute[];

const callFrom = (address: string, asked: Request, handle: Handler = instance) => {
  asked.headers.set('x-nf-client-connection-ip', address);
  return handle(asked);
};

const statusesOf = async (route: LimitedRoute, address: string, times = 1, handle = instance) => {
  const statuses: number[] = [];
  for (let call = 0; call < times; call += 1) {
    statuses.push((await callFrom(address, CALLS[route](), handle)).status);
  }
  return statuses;
};

const most = (route: LimitedRoute): number => Math.round(LIMITS[route].perClient[0].most * FACTOR);
const servedAs = (route: LimitedRoute): number => (route.endsWith('-webhook') ? 400 : 200);
const fill = (route: LimitedRoute, address: string) => statusesOf(route, address, most(route));
const asking = (sessionId: string, from: string, handle: Handler = instance) =>
  callFrom(from, posting('/api/verify-payment', { sessionId }), handle);

/** One call after the other, each a second later. */
const oneBySecond = async (sessionId: string, times: number, from = newClient()) => {
  const seen: number[] = [];
  for (let call = 0; call < times; call += 1) {
    vi.setSystemTime(now + call * 1000);
    seen.push((await asking(sessionId, from)).status);
  }
  return seen;
};
/** Each by another client, and half of them at the other instance. */
const atOnce = async (sessionId: string, times: number) => {
  vi.setSystemTime((now += 1000));
  const asked = Array.from({ length: times }, (_, at) =>
    asking(sessionId, newClient(), at % 2 ? instance : otherInstance),
  );
  return (await Promise.all(asked)).map(({ status }) => status).toSorted();
};

const within = (quotas: Limit['total'], window: number) =>
  quotas?.find((quota) => quota.windowInSeconds === window)?.most;

test('the limits are these: calls of a client, of all, and the seconds of the window', () => {
  const rows = Object.entries<Limit>(LIMITS).flatMap(([name, { perClient, total, counted }]) => {
    const windows = [...(perClient ?? []), ...(total ?? [])].map((quota) => quota.windowInSeconds);
    return [...new Set(windows)].map((window) => {
      return [name, within(perClient, window), within(total, window), window, counted];
    });
  });
  expect(rows).toEqual([
    ['create-payment', 60, 1500, 60, 'shared'],
    ['verify-payment', 240, undefined, 60, 'instance'],
    ['orders', 240, undefined, 60, 'instance'],
    ['secure-file-access', 240, undefined, 60, 'instance'],
    ['purchase-page', 60, undefined, 60, 'instance'],
    ['files', 240, undefined, 60, 'instance'],
    ['products', 600, 30_000, 60, 'instance'],
    ['health', 60, 6000, 60, 'instance'],
    ['opt-out', 600, 6000, 60, 'instance'],
    ['stripe-webhook', 60, 6000, 60, 'instance'],
    ['mail-webhook', 60, 6000, 60, 'instance'],
    ['stripe', undefined, 15, 1, 'shared'],
    ['unrecorded', 30, undefined, 60, 'shared'],
    ['misses', 60, undefined, 3600, 'instance'],
    ['owner-emails', undefined, 30, 3600, 'shared'],
    ['login', 5, 60, 60, 'shared'],
    ['login', 20, 200, 3600, 'shared'],
    ['login', 50, 500, 86_400, 'shared'],
    ['find-purchase', 5, undefined, 60, 'shared'],
    ['find-purchase', 20, undefined, 3600, 'shared'],
    ['find-purchase', undefined, 3, 1, 'shared'],
    ['found-email', 3, undefined, 3600, 'shared'],
    ['found-email', 6, undefined, 86_400, 'shared'],
  ]);
});

/** By code, or on the page of the files in words. */
const expectRefusal = async (route: LimitedRoute, refused: Response): Promise<void> => {
  if (route !== 'purchase-page') return expectProblem(refused, 429, 'rate_limited');
  expect(refused.status).toBe(429);
  expect(refused.headers.get('content-type')).toMatch(/^text\/html/);
  expect(await refused.text()).toContain('<h1>One moment, please</h1>');
};

test.each(ROUTES)(
  '%s serves a client up to its limit, says when to come back, and serves again then',
  async (route) => {
    const [client, served] = [newClient(), servedAs(route)];
    expect(new Set(await fill(route, client))).toEqual(new Set([served]));
    vi.setSystemTime(now + 18_000);
    const refused = await callFrom(client, CALLS[route]());
    expect(refused.headers.get('retry-after')).toBe('42');
    expect(await refused.clone().text()).toMatch(/try again in 42 seconds/i);
    await expectRefusal(route, refused);
    expect(await statusesOf(route, newClient())).toEqual([served]);
    nextWindow();
    expect(await statusesOf(route, client)).toEqual([served]);
  },
);

describe('create-payment', () => {
  const route = 'create-payment';

  test('counts a client over all instances', async () => {
    const client = newClient();
    await statusesOf(route, client, most(route) - 1);
    expect(await statusesOf(route, client, 2, otherInstance)).toEqual([200, 429]);
  });

  test('goes by the count of its own instance while Redis is down', async () => {
    const client = newClient();
    await statusesOf(route, client, most(route) - 1);
    shop.failRedis('500');
    expect(await statusesOf(route, client, 2)).toEqual([200, 429]);
    expect(await statusesOf(route, client, 1, otherInstance)).toEqual([200]);
  });
});

describe('the total', () => {
  const route = 'create-payment';
  const total = LIMITS[route].total[0].most * FACTOR;

  test('is counted over all clients and instances, and then nobody is served', async () => {
    for (let served = 0; served < total; served += most(route)) {
      const handle = served % (2 * most(route)) === 0 ? instance : otherInstance;
      const statuses = await statusesOf(route, newClient(), most(route), handle);
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    expect(await statusesOf(route, newClient())).toEqual([429]);
    expect(await statusesOf(route, newClient(), 1, otherInstance)).toEqual([429]);
    nextWindow();
    expect(await statusesOf(route, newClient())).toEqual([200]);
  });

  test('is not used up by a client who is refused', async () => {
    const hurried = newClient();
    for (const handle of [instance, otherInstance]) {
      await statusesOf(route, hurried, total, handle);
    }
    const others = (total - most(route)) / most(route);
    for (let other = 0; other < others; other += 1) {
      expect(new Set(await fill(route, newClient()))).toEqual(new Set([200]));
    }
  });
});

describe('a client', () => {
  test('is who the edge says, whatever addresses they claim', async () => {
    const client = newClient();
    await fill('products', client);
    const claims = {
      'x-forwarded-for': newClient(),
      forwarded: 'for=1.2.3.4',
      'client-ip': '1.2.3.4',
    };
    const asked = request('/api/products', { headers: claims });
    expect((await callFrom(client, asked)).status).toBe(429);
  });

  test('is the whole /48 of an IPv6 address, and no more', async () => {
    await fill('products', '2001:db8:1:2::1');
    expect(await statusesOf('products', '2001:0DB8:1:3:ffff:a:b:c')).toEqual([429]);
    expect(await statusesOf('products', '2001:db8:2:2::1')).toEqual([200]);
    await fill('products', '::ffff:192.0.2.1');
    expect(await statusesOf('products', '192.0.2.1')).toEqual([429]);
    expect(await statusesOf('products', '192.0.2.2')).toEqual([200]);
  });

  test('is not to be told from what is stored, and forgotten after the window', async () => {
    await shop.redis.flushall();
    const client = newClient();
    await statusesOf('create-payment', client, 2);
    const keys = await shop.redis.keys('limit:*');
    const window = now / WINDOW_MS;
    expect(keys).toHaveLength(2);
    expect(keys).toContain(`limit:dev:create-payment:total:${window}`);
    expect(keys.join(' ')).toMatch(new RegExp(`limit:dev:create-payment:[\\w-]{22}:${window}\\b`));
    expect(keys.join()).not.toContain(client);
    for (const key of keys) {
      expect(await shop.redis.get(key)).toBe(2);
      expect(await shop.redis.ttl(key)).toBeGreaterThan(0);
      expect(await shop.redis.ttl(key)).toBeLessThanOrEqual(WINDOW_MS / 1000);
    }
  });
});

test('the owner sends 30 mails an hour by hand, whoever has the session', async () => {
  const owner = await ownerHeaders(shop);
  const address = `/api/admin/orders/${await orderNumber(session)}/receipt`;
  const send = async (copy: number, handle: Handler) =>
    (await handle(request(address, jsonPost({ copy }, owner)))).status;
  expect(await send(1, instance)).toBe(200);
  expect(await send(2, otherInstance)).toBe(200);
  expect(await send(3, instance)).toBe(200);
  expect([await send(4, instance), await send(4, otherInstance)]).toEqual([429, 429]);
  vi.setSystemTime(now + 3_600_000);
  expect(await send(4, otherInstance)).toBe(200);
});

test('every event that Stripe has signed is served, however many there are', async () => {
  const event = { id: 'evt_1', object: 'event', type: 'x', data: { object: {} } };
  const payload = JSON.stringify(event);
  const client = newClient();
  for (let sent = 0; sent < most('stripe-webhook') + 5; sent += 1) {
    const signature = shop.stripe.webhooks.generateTestHeaderString({
      payload,
      secret: shop.webhookSecret,
      timestamp: Math.floor(Date.now() / 1000),
    });
    const asked = request('/api/stripe-webhook', {
      method: 'POST',
      body: payload,
      headers: { 'stripe-signature': signature },
    });
    await callFrom(client, CALLS['stripe-webhook']());
    expect((await callFrom(client, asked)).status).toBe(200);
  }
});

/** Stripe would be asked about it. */
const askAboutNobodys = () => posting('/api/verify-payment', { sessionId: 'cs_test_nobody' });

const costOfRefusal = async (client: string, asked: Request, handle: Handler) => {
  const before = shop.calls();
  expect((await callFrom(client, asked, handle)).status).toBe(429);
  return shop.callsSince(before);
};

describe('a caller who is refused', () => {
  test.each([
    ['create-payment', CALLS['create-payment']],
    ['verify-payment', askAboutNobodys],
    ['files', CALLS.files],
  ] as const)('by %s costs nothing outside', async (route, ask) => {
    const client = newClient();
    await fill(route, client);
    expect(await costOfRefusal(client, ask(), instance)).toEqual([0, 0, 0]);
  });

  test('costs one command on an instance that did not know them, where all count together', async () => {
    const client = newClient();
    await fill('create-payment', client);
    const ask = CALLS['create-payment'];
    expect(await costOfRefusal(client, ask(), otherInstance)).toEqual([1, 0, 0]);
  });

  test('is warned of once a minute for each route', async () => {
    const warn = vi.mocked(console.warn);
    for (const route of ['products', 'orders'] as const) {
      warn.mockClear();
      await statusesOf(route, newClient(), most(route) + 3);
      const line = { level: 'warn', requestId: expect.any(String), code: 'rate_limited', route };
      expect(warn.mock.calls.map(([text]) => JSON.parse(text))).toEqual([line]);
    }
  });

  test('is led to a page in words, where a plain form was sent', async () => {
    const client = newClient();
    await fill('create-payment', client);
    const form = request('/api/create-payment', {
      method: 'POST',
      body: new URLSearchParams({ productType: 'bundle' }),
      headers: { accept: 'text/html' },
    });
    const refused = await callFrom(client, form);
    expect([refused.status, refused.headers.get('location')]).toEqual([303, '/payment-error']);
  });
});

describe('a session', () => {
  test('without an order is asked for 30 times a minute by one client', async () => {
    const client = newClient();
    expect(await oneBySecond('cs_test_nobody', 4, client)).toEqual([200, 200, 200, 429]);
    // What is recorded is open to the same client all the same, and so is what waits for a bank.
    expect((await asking(session, client)).status).toBe(200);
    nextWindow();
    expect((await asking('cs_test_nobody', client)).status).toBe(200);
  });

  test('that waits for its bank is asked for as often as a page does', async () => {
    const waiting = await openSession(shop, 'bundle');
    await control(shop, 'pay', { session: waiting, method: 'bank', settle: 'never' });
    expect(await verify(shop, waiting)).toMatchObject({ status: 'pending' });
    nextWindow();
    expect(new Set(await oneBySecond(waiting, 8))).toEqual(new Set([200]));
  });

  test('is asked for at Stripe 15 times a second by all clients and instances', async () => {
    const before = shop.callsTo('stripe');
    expect(await atOnce('cs_test_nobody', 4)).toEqual([200, 429, 429, 429]);
    expect(shop.callsTo('stripe') - before).toBe(1);
    const refused = await asking('cs_test_nobody', newClient());
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await atOnce('cs_test_nobody', 1)).toEqual([200]);
  });

  test('that is recorded as paid is never shut out by strangers', async () => {
    expect(await atOnce('cs_test_nobody', 4)).toContain(429);
    for (const route of ['secure-file-access', 'files'] as const) {
      for (let stranger = 0; stranger < 7; stranger += 1) await fill(route, newClient());
      expect(await statusesOf(route, newClient())).toEqual([200]);
    }
  });

  test('is answered from Stripe while Redis is down, as fast as this instance may ask', async () => {
    const client = newClient();
    vi.spyOn(console, 'error').mockReturnValue();
    shop.failRedis('500');
    // Nobody knows whether it is recorded, so this is not cut off after three.
    expect(await oneBySecond(session, 5, client)).toEqual([200, 200, 200, 200, 200]);
    expect((await asking(session, client)).status).toBe(429);
    vi.mocked(console.error).mockRestore();
  });
});
