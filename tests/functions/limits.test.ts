import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { LIMITS, type LimitedRoute } from '../../netlify/http/limits.ts';
import { buy, deed, openSession, verify } from './buying.ts';
import { linkTo } from './downloading.ts';
import { expectProblem } from './problems.ts';
import { type Handler, loadFunctions } from './routes.ts';
import { openTestShop } from './shop.ts';

/** A tenth of each limit, so that reaching one takes a moment. */
const FACTOR = 0.1;
const shop = await openTestShop({ limitFactor: FACTOR });

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

let clients = 0;
/** An address that has not called yet. */
const newClient = (): string => `198.51.${Math.floor(++clients / 250)}.${(clients % 250) + 1}`;

const request = (pathname: string, init?: RequestInit) =>
  new Request(new URL(pathname, shop.siteUrl), init);
const posting = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

/** A call that goes well; an unsigned one of the webhook, since only those are counted. */
const CALLS: Readonly<Record<LimitedRoute, () => Request>> = {
  'create-payment': () => request('/api/create-payment', posting({ productType: 'bundle' })),
  'verify-payment': () => request('/api/verify-payment', posting({ sessionId: session })),
  orders: () => request(`/api/orders?session_id=${session}`),
  'secure-file-access': () =>
    request('/api/secure-file-access', posting({ product_id: 'guide-1', session_id: session })),
  'purchase-page': () => request(`/guide-download?session_id=${session}`, { method: 'POST' }),
  files: () => request(ticket, { method: 'HEAD' }),
  products: () => request('/api/products'),
  'stripe-webhook': () => request('/api/stripe-webhook', posting({})),
};
const ROUTES = Object.keys(CALLS) as LimitedRoute[];
const SHARED = ROUTES.filter((route) => LIMITS[route].counted === 'shared');

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

const most = (route: LimitedRoute): number => Math.round(LIMITS[route].perClient.most * FACTOR);
const servedAs = (route: LimitedRoute): number => (route === 'stripe-webhook' ? 400 : 200);

/** What is sent behind an answer has arrived. */
const quiet = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 50));

/** How many calls of Redis, Stripe and Blobs one call of the shop costs, and what it answers. */
const costOf = async (call: () => Promise<Response>) => {
  const services = ['redis', 'stripe', 'blobs'] as const;
  const before = services.map(shop.callsTo);
  const { status } = await call();
  await quiet();
  const cost = services.map((service, at) => shop.callsTo(service) - (before[at] ?? 0));
  return { status, cost };
};

const fill = (route: LimitedRoute, address: string) => statusesOf(route, address, most(route));

test('the table names every route with a limit', () => {
  expect(ROUTES.toSorted()).toEqual(Object.keys(LIMITS).toSorted());
});

describe.each(ROUTES)('%s', (route) => {
  test('serves a client up to its limit, says when to come back, and serves again then', async () => {
    const [client, served] = [newClient(), servedAs(route)];
    expect(new Set(await statusesOf(route, client, most(route)))).toEqual(new Set([served]));
    vi.setSystemTime(now + 18_000);
    const refused = await callFrom(client, CALLS[route]());
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('42');
    expect(await statusesOf(route, newClient())).toEqual([served]);
    nextWindow();
    expect(await statusesOf(route, client)).toEqual([served]);
  });
});

describe.each(SHARED)('%s', (route) => {
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
  const total = LIMITS[route].total.most * FACTOR;

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

  test('is more than a handful of clients can use up', () => {
    expect(LIMITS[route].total.most / LIMITS[route].perClient.most).toBeGreaterThanOrEqual(20);
  });

  test('is not used up by a client who is refused', async () => {
    const hurried = newClient();
    for (const handle of [instance, otherInstance]) {
      await statusesOf(route, hurried, total, handle);
    }
    const others = (total - most(route)) / most(route);
    for (let other = 0; other < others; other += 1) {
      expect(new Set(await statusesOf(route, newClient(), most(route)))).toEqual(new Set([200]));
    }
  });
});

const asking = (sessionId: string, from: string, handle: Handler = instance) =>
  callFrom(from, request('/api/verify-payment', posting({ sessionId })), handle);

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

describe('a session that is asked for', () => {
  test('and has no order is asked for 30 times a minute by one client', async () => {
    const client = newClient();
    expect(await oneBySecond('cs_test_nobody', 4, client)).toEqual([200, 200, 200, 429]);
    // What is recorded is open to the same client all the same, and so is what waits for a bank.
    expect((await asking(session, client)).status).toBe(200);
    nextWindow();
    expect((await asking('cs_test_nobody', client)).status).toBe(200);
  });

  test('and waits for its bank is asked for as often as a page does', async () => {
    const waiting = await openSession(shop, 'bundle');
    await deed(shop, 'pay', { session: waiting, method: 'bank', settle: 'never' });
    expect(await verify(shop, waiting)).toMatchObject({ status: 'pending' });
    nextWindow();
    expect(new Set(await oneBySecond(waiting, 8))).toEqual(new Set([200]));
  });

  test('is asked for at Stripe 15 times a second by all clients and instances', async () => {
    const before = shop.callsTo('stripe');
    expect(await atOnce('cs_test_nobody', 4)).toEqual([200, 429, 429, 429]);
    await quiet();
    expect(shop.callsTo('stripe') - before).toBe(1);
    const refused = await asking('cs_test_nobody', newClient());
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await atOnce('cs_test_nobody', 1)).toEqual([200]);
  });

  test('and is recorded as paid is never shut out by strangers', async () => {
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

  test('costs one call of Redis more to count where Stripe has to be asked', async () => {
    expect(await costOf(() => asking('cs_test_nobody', newClient()))).toEqual({
      status: 200,
      cost: [2, 1, 0],
    });
    expect(await costOf(() => asking(session, newClient()))).toEqual({
      status: 200,
      cost: [1, 0, 0],
    });
  });
});

describe('a caller who is refused', () => {
  test('costs nothing outside, or one call of Redis on an instance that did not know them', async () => {
    const client = newClient();
    await fill('verify-payment', client);
    expect(await costOf(() => asking('cs_test_nobody', client, otherInstance))).toEqual({
      status: 429,
      cost: [1, 0, 0],
    });
    expect(await costOf(() => asking('cs_test_nobody', client))).toEqual({
      status: 429,
      cost: [0, 0, 0],
    });
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

  test('is told in words and by code', async () => {
    const client = newClient();
    await fill('products', client);
    const refused = await callFrom(client, CALLS.products());
    expect((await refused.clone().json()).detail).toMatch(/try again in \d+ seconds/);
    await expectProblem(refused, 429, 'rate_limited');
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

  test('reads on the page of the files when to come back', async () => {
    const client = newClient();
    await fill('purchase-page', client);
    const refused = await callFrom(client, CALLS['purchase-page']());
    expect(refused.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await refused.text()).toMatch(/<h1>One moment, please<\/h1>\s*<p>.*60 seconds/);
  });
});

describe('a client', () => {
  test('is who the edge says, whatever addresses they claim', async () => {
    const client = newClient();
    await fill('products', client);
    const asked = request('/api/products', {
      headers: { 'x-forwarded-for': newClient(), forwarded: 'for=1.2.3.4', 'client-ip': '1.2.3.4' },
    });
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
    expect(keys).toContainEqual(
      expect.stringMatching(new RegExp(`^limit:dev:create-payment:[\\w-]{22}:${window}$`)),
    );
    expect(keys.join()).not.toContain(client);
    for (const key of keys) {
      expect(await shop.redis.get(key)).toBe(2);
      expect(await shop.redis.ttl(key)).toBeGreaterThan(0);
      expect(await shop.redis.ttl(key)).toBeLessThanOrEqual(WINDOW_MS / 1000);
    }
  });
});

describe('counting', () => {
  test.each([
    ['create-payment', [1, 1, 0]],
    ['verify-payment', [1, 0, 0]],
    ['orders', [1, 0, 0]],
    ['files', [1, 0, 1]],
    ['products', [0, 0, 0]],
  ] as const)('adds no request to %s', async (route, cost) => {
    const call = () => callFrom(newClient(), CALLS[route]());
    await call();
    expect(await costOf(call)).toEqual({ status: 200, cost });
  });

  test('leaves every event that Stripe has signed alone', async () => {
    const payload = JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type: 'x',
      data: { object: {} },
    });
    const client = newClient();
    for (let event = 0; event < most('stripe-webhook') + 5; event += 1) {
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
});
