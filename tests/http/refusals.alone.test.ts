import { describe, expect, test, vi } from 'vitest';
import {
  CALLS,
  asking,
  callFrom,
  costOf,
  fill,
  most,
  newClient,
  otherInstance,
  request,
  statusesOf,
} from './limited-shop.ts';
import { expectProblem } from '../shop/problems.ts';

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
