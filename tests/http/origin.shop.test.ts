import { beforeEach, describe, expect, test, vi } from 'vitest';
import { requireOwnOrigin } from '../../netlify/http/origin.ts';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const { port } = new URL(shop.siteUrl);

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());

const PATH = '/api/create-payment';
const buyWith = (headers: Record<string, string>) =>
  shop.post(PATH, { productType: 'bundle' }, headers);

describe('a checkout is opened', () => {
  test.each([
    ['from the shop', { origin: shop.siteUrl }],
    ['from the shop, by a browser', { origin: shop.siteUrl, 'sec-fetch-site': 'same-origin' }],
    [
      'from a preview or an alias of it',
      { origin: 'https://p.example', 'sec-fetch-site': 'same-origin' },
    ],
    [
      'from a page of it that hides its origin',
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
    ],
    ['from 127.0.0.1', { origin: `http://127.0.0.1:${port}` }],
    ['from [::1]', { origin: `http://[::1]:${port}` }],
    ['by a program, which names no origin', {}],
  ])('%s', async (_name, headers) => {
    expect((await buyWith(headers)).status).toBe(200);
  });
});

describe('no checkout is opened, and Stripe is not asked,', () => {
  test.each([
    ['from another site', { origin: 'https://evil.example' }],
    ['from a page that hides its origin', { origin: 'null' }],
    ['from another port', { origin: 'http://localhost:1' }],
    ['from another scheme', { origin: `https://localhost:${port}` }],
    ['from a name that begins like the shop', { origin: `${shop.siteUrl}.evil.example` }],
    ['from a name that ends like the shop', { origin: `http://evil.localhost:${port}` }],
    ['from an origin with a path', { origin: `http://127.0.0.1:${port}/` }],
    ['from an origin with a user', { origin: `http://me@127.0.0.1:${port}` }],
    ['from an empty origin', { origin: '' }],
    ['by a browser on another site', { 'sec-fetch-site': 'cross-site' }],
    ['by a browser on another name below the domain', { 'sec-fetch-site': 'same-site' }],
    ['by a browser that no page asked', { 'sec-fetch-site': 'none' }],
    [
      'by a browser on another site, whatever the origin',
      { origin: shop.siteUrl, 'sec-fetch-site': 'cross-site' },
    ],
    ['from another site that says it is this one', { origin: 'https://evil.example', host: port }],
  ])('%s', async (_name, headers) => {
    const before = shop.callsTo('stripe');
    await expectProblem(await buyWith(headers), 403, 'origin_not_allowed');
    expect(shop.callsTo('stripe')).toBe(before);
  });

  test('by a form of another site, which is led to a page of the shop', async () => {
    const before = shop.callsTo('stripe');
    const response = await shop.call(PATH, {
      method: 'POST',
      body: new URLSearchParams({ productType: 'bundle' }),
      headers: { accept: 'text/html', origin: 'https://evil.example' },
    });
    expect([response.status, response.headers.get('location')]).toEqual([303, '/payment-error']);
    expect(shop.callsTo('stripe')).toBe(before);
  });
});

describe('a shop on the internet', () => {
  const siteUrl = 'https://shop.example';
  const check = (origin: string) => () =>
    requireOwnOrigin(new Request(siteUrl, { method: 'POST', headers: { origin } }), siteUrl, 'any');

  test('knows itself by its one address', () => {
    expect(check(siteUrl)).not.toThrow();
  });

  test.each(['http://shop.example', 'https://www.shop.example', 'http://localhost:443'])(
    'is not %s',
    (origin) => {
      expect(check(origin)).toThrow('Please open the shop itself');
    },
  );
});
