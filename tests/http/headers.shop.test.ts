import { expect, test } from 'vitest';
import { headerFaults } from '../headers.ts';
import { access, buy, setFaults } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();

const form = (fields: Record<string, string>, accept: string): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  headers: { accept },
});
const buyBy = (fields: Record<string, string>, accept: string) =>
  shop.call('/api/create-payment', form(fields, accept));

test.each(await loadRoutes())(
  '$name sends every security header with errors too, to whatever method',
  async ({ handle, config }) => {
    for (const pattern of [config.path ?? '/'].flat()) {
      const address = new URL(pattern.replace(/[:*].*$/, 'none'), shop.siteUrl);
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const response = await handle(new Request(address, { method }));
        expect(headerFaults(response.headers, 'answer'), `${method} ${pattern}`).toEqual([]);
      }
    }
  },
);

/** What goes amiss on the way; the answers that go well are in outside-calls.shop.test.ts. */
const AMISS: readonly (readonly [status: number, call: () => Promise<Response>])[] = [
  [303, () => buyBy({ productType: 'none' }, 'text/html')],
  [400, () => buyBy({ productType: 'none' }, 'application/json')],
  [413, () => shop.post('/api/create-payment', { productType: 'x'.repeat(20_000) })],
  [403, () => access(shop, 'guide-1', 'cs_test_nobody')],
  [403, () => shop.call('/guide-download?session_id=cs_test_nobody', { method: 'POST' })],
  [404, () => shop.call('/no-such-page')],
  [404, () => shop.call('/404.html')],
  [
    416,
    async () => {
      const link = await linkTo(shop, 'guide-1', await buy(shop, 'individual_guide_6_10'));
      return shop.call(link, { headers: { range: 'bytes=99999999-' } });
    },
  ],
];

test('answers to what cannot be served send them', async () => {
  for (const [status, call] of AMISS) {
    const response = await call();
    expect(response.status).toBe(status);
    expect(headerFaults(response.headers, 'answer'), String(status)).toEqual([]);
  }
});

test.each([
  ['text/html', 303],
  ['application/json', 502],
])('answers to %s while Stripe is down send them', async (accept, status) => {
  await setFaults(shop, { api: { status: 500 } });
  const response = await buyBy({ productType: 'bundle' }, accept);
  await setFaults(shop, {});
  expect(response.status).toBe(status);
  expect(headerFaults(response.headers, 'answer')).toEqual([]);
});
