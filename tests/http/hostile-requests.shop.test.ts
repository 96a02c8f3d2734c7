import { expect, test, vi } from 'vitest';
import { sessionIn } from '../buyer.ts';
import { headerFaults } from '../headers.ts';
import { checkoutIn } from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import { NOT_FOUND_PAGE } from '../shop/routes.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const BUY = '/api/create-payment';
const sendForm = (fields: Record<string, string>, headers: HeadersInit = {}) =>
  shop.call(BUY, { method: 'POST', body: new URLSearchParams(fields), headers });

/** One broken body for each route. requests.test.ts has all kinds. */
test.each([
  ['create-payment', 16],
  ['find-purchase', 16],
  ['verify-payment', 16],
  ['secure-file-access', 16],
  ['stripe-webhook', 512],
])('%s refuses a broken body, and one of more than %i kB', async (route, most) => {
  const headers = { 'content-type': 'application/json' };
  const send = (body: string) => shop.call(`/api/${route}`, { method: 'POST', body, headers });
  const code = route === 'stripe-webhook' ? 'signature_invalid' : 'invalid_request';
  await expectProblem(await send('{"prod'), 400, code);
  await expectProblem(await send(' '.repeat(most * 1024)), 400, code);
  await expectProblem(await send(' '.repeat(most * 1024 + 1)), 413, 'body_too_large');
});

test.each([
  { productType: 'gold' },
  { productType: '__proto__' },
  { productType: 'bundle', price_in_cents: '1' },
])('a checkout of %j is refused, as JSON and as a form, without a call of Stripe', async (body) => {
  const before = shop.callsTo('stripe');
  await expectProblem(await shop.post(BUY, body), 400, 'invalid_request');
  await expectProblem(await sendForm(body), 400, 'invalid_request');
  expect(shop.callsTo('stripe')).toBe(before);
});

test('each press of a form opens a session, and one from another site opens none', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const presses = [1, 2].map(() => sendForm({ productType: 'bundle' }));
  const sessions = (await Promise.all(presses)).map(({ status, headers }) => {
    expect([status, headers.get('set-cookie')]).toEqual([303, null]);
    return sessionIn(headers.get('location') ?? '');
  });
  expect(new Set(sessions).size).toBe(2);
  expect(sessions).not.toContain('');
  const before = shop.callsTo('stripe');
  const foreign = { accept: 'text/html', origin: 'https://evil.example' };
  const sent = await sendForm({ productType: 'bundle' }, foreign);
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/payment-error']);
  expect(shop.callsTo('stripe')).toBe(before);
});

const CLAIMS = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  forwarded: 'host=evil.example;proto=gopher',
  referer: 'https://evil.example/page',
};

test('no header of a request changes the addresses in its answer', async () => {
  const response = await shop.post(`https://evil.example${BUY}`, { productType: 'bundle' }, CLAIMS);
  const session = await checkoutIn(shop, response);
  expect(session.success_url).toMatch(`${shop.siteUrl}/payment-success?`);
  expect(JSON.stringify(session)).not.toMatch(/evil|gopher/);
  const init = { method: 'POST', headers: CLAIMS };
  const page = await shop.call('https://evil.example/guide-download?session_id=cs_test_no', init);
  expect(await page.text()).not.toMatch(/evil|gopher/);
});

test.each(['GET', 'HEAD', 'POST'])(
  "an unknown address is answered 404 to %s, with the site's own page",
  async (method) => {
    vi.spyOn(console, 'log').mockReturnValue();
    const response = await shop.call('/no-such-page', { method });
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(method === 'HEAD' ? '' : NOT_FOUND_PAGE);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(headerFaults(response.headers, 'site')).toEqual([]);
  },
);
