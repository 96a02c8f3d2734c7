import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionIn } from '../buyer.ts';
import { headerFaults } from '../headers.ts';
import { checkoutIn } from '../shop/buying.ts';
import { expectProblem } from '../shop/problems.ts';
import { NOT_FOUND_PAGE } from '../shop/routes.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
beforeEach(() => {
  for (const level of ['log', 'warn'] as const) vi.spyOn(console, level).mockReturnValue();
});
afterEach(() => void vi.restoreAllMocks());

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
  const answers = await Promise.all([1, 2].map(() => sendForm({ productType: 'bundle' })));
  const sessions = answers.map(({ headers }) => sessionIn(headers.get('location') ?? ''));
  expect(new Set(sessions).size).toBe(2);
  expect(sessions).not.toContain('');
  const before = shop.callsTo('stripe');
  const foreign = { accept: 'text/html', origin: 'https://evil.example' };
  const sent = await sendForm({ productType: 'bundle' }, foreign);
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/payment-error']);
  expect(shop.callsTo('stripe')).toBe(before);
});

test('a form whose checkout fails leads to the error page, and the log has the reason', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue();
  shop.failStripe('500');
  const sent = await sendForm({ productType: 'bundle' }, { accept: 'text/html' });
  shop.failStripe('none');
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/payment-error']);
  expect(error).toHaveBeenCalledWith(expect.stringContaining('"service":"payments"'));
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

test('an unknown method is refused, with those that the function has', async () => {
  const refused = await shop.call('/api/products', { method: 'PATCH' });
  expect(refused.headers.get('allow')).toBe('GET, HEAD');
  await expectProblem(refused, 405, 'method_not_allowed');
});

test.each(['GET', 'HEAD', 'POST'])(
  "an unknown address is answered 404 to %s, with the site's own page",
  async (method) => {
    const response = await shop.call('/no-such-page', { method });
    expect(response.status).toBe(404);
    expect(await response.text()).toBe(method === 'HEAD' ? '' : NOT_FOUND_PAGE);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(headerFaults(response.headers, 'site')).toEqual([]);
  },
);

test.each(['x'.repeat(65), 'st_a1B2c3D4e5F6g7H8i9J0k1L2m3', '<script>', ''])(
  'an id that a caller made up is replaced: %s',
  async (words) => {
    const answer = await shop.call('/api/products', { headers: { 'x-nf-request-id': words } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  },
);

const REQUEST_ID = '01KAJ4Z6Y3C1V8Q2T0W7XB5MNE';
const STRANGE = {
  'x-nf-request-id': REQUEST_ID,
  origin: 'https://evil.example',
  'stripe-signature': 'evil',
};

test.each([
  ['origin_not_allowed', 'create-payment', { configured: shop.siteUrl }],
  ['signature_invalid', 'stripe-webhook', {}],
])('%s is logged once a minute, without a word of the caller', async (code, route, what) => {
  // A minute in which no test before this one was refused.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  for (const calls of [3, 2]) {
    for (let call = 0; call < calls; call += 1) await shop.post(`/api/${route}`, {}, STRANGE);
    vi.setSystemTime(Date.now() + 60_000);
  }
  const line = { level: 'warn', requestId: REQUEST_ID, code, route, ...what };
  expect(vi.mocked(console.warn).mock.calls.map(([text]) => JSON.parse(text))).toEqual([
    line,
    line,
  ]);
  vi.useRealTimers();
});

const LONG = '/lost'.repeat(2000);

test.each([
  ['the path, once, and never the query', '/no-such?session_id=cs_test_x', '404 /no-such'],
  ['at most 200 characters of the path', LONG, `404 ${LONG.slice(0, 200)}`],
  ['no session id in the path', '/a%3Fsession_id=cs_live_a1', '404 /a%3Fsession_id=cs_...'],
  ['no session id that has lost its beginning', `/_test_${'a1B2'.repeat(14)}`, '404 /...'],
  [
    'no line or character of a visitor’s',
    '/a\u001b%0A%0d404\n/b\u0085',
    '404 /a%1B%0A%0d404/b%C2%85',
  ],
])('the log of unknown addresses has %s', async (_what, address, line) => {
  await shop.call(address);
  expect(vi.mocked(console.log).mock.calls).toEqual([[line]]);
});
