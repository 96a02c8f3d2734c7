import { describe, expect, test, vi } from 'vitest';
import { LIMITS } from '../../netlify/http/limits.ts';
import {
  CALLS,
  FACTOR,
  ROUTES,
  SHARED,
  WINDOW_MS,
  callFrom,
  fill,
  instance,
  most,
  newClient,
  nextWindow,
  now,
  otherInstance,
  request,
  servedAs,
  shop,
  statusesOf,
} from './limited-shop.ts';

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
