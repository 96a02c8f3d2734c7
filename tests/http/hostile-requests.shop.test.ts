import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
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

/** requests.test.ts covers all kinds of malformed bodies. */
describe.each([
  { route: 'create-payment', maxKilobytes: 16, code: 'invalid_request' },
  { route: 'find-purchase', maxKilobytes: 16, code: 'invalid_request' },
  { route: 'verify-payment', maxKilobytes: 16, code: 'invalid_request' },
  { route: 'secure-file-access', maxKilobytes: 16, code: 'invalid_request' },
  { route: 'stripe-webhook', maxKilobytes: 512, code: 'signature_invalid' },
] as const)('$route', ({ route, maxKilobytes, code }) => {
  const send = (body: string): Promise<Response> => {
    const headers = { 'content-type': 'application/json' };
    return shop.call(`/api/${route}`, { method: 'POST', body, headers });
  };

  test('refuses a body with incomplete JSON', async () => {
    await expectProblem(await send('{"prod'), 400, code);
  });

  test(`reads a body of ${maxKilobytes} kB`, async () => {
    await expectProblem(await send(' '.repeat(maxKilobytes * 1024)), 400, code);
  });

  test(`refuses a body of more than ${maxKilobytes} kB`, async () => {
    const refused = await send(' '.repeat(maxKilobytes * 1024 + 1));
    await expectProblem(refused, 413, 'body_too_large');
  });
});

describe.each([
  { name: 'an unknown product', body: { productType: 'gold' } },
  { name: 'a built-in property name as its product', body: { productType: '__proto__' } },
  { name: 'a price field', body: { productType: 'bundle', price_in_cents: '1' } },
])('a checkout with $name', ({ body }) => {
  test('refuses an invalid checkout that is sent as JSON', async () => {
    await expectProblem(await shop.post(BUY, body), 400, 'invalid_request');
  });

  test('refuses an invalid checkout that is sent as a form', async () => {
    await expectProblem(await sendForm(body as Record<string, string>), 400, 'invalid_request');
  });

  test('makes no call to Stripe for an invalid checkout', async () => {
    const before = shop.callsTo('stripe');
    await shop.post(BUY, body);
    expect(shop.callsTo('stripe')).toBe(before);
  });
});

test('creates a new checkout session for each form submission', async () => {
  const first = await sendForm({ productType: 'bundle' });
  const second = await sendForm({ productType: 'bundle' });
  const firstSession = sessionIn(first.headers.get('location') ?? '');
  const secondSession = sessionIn(second.headers.get('location') ?? '');
  expect(firstSession).not.toBe('');
  expect(secondSession).not.toBe('');
  expect(secondSession).not.toBe(firstSession);
});

test('creates no checkout session for a form posted from another site', async () => {
  const before = shop.callsTo('stripe');
  const headers = { accept: 'text/html', origin: 'https://evil.example' };
  const sent = await sendForm({ productType: 'bundle' }, headers);
  expect(sent.status).toBe(303);
  expect(sent.headers.get('location')).toBe('/payment-error');
  expect(shop.callsTo('stripe')).toBe(before);
});

const sendWhileStripeFails = async (): Promise<Response> => {
  shop.failStripe('500');
  const sent = await sendForm({ productType: 'bundle' }, { accept: 'text/html' });
  shop.failStripe('none');
  return sent;
};

describe('a form whose checkout fails', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

  test('redirects the buyer to the error page', async () => {
    const sent = await sendWhileStripeFails();
    expect(sent.status).toBe(303);
    expect(sent.headers.get('location')).toBe('/payment-error');
  });

  test('logs why the checkout failed', async () => {
    await sendWhileStripeFails();
    expect(console.error).toHaveBeenCalledWith(expect.stringContaining('"service":"payments"'));
  });
});

const CLAIMS = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  forwarded: 'host=evil.example;proto=gopher',
  referer: 'https://evil.example/page',
};

test('sends buyers back from Stripe to the shop, whatever host the request claims', async () => {
  const response = await shop.post(`https://evil.example${BUY}`, { productType: 'bundle' }, CLAIMS);
  const session = await checkoutIn(shop, response);
  expect(session.success_url).toMatch(`${shop.siteUrl}/payment-success?`);
  expect(JSON.stringify(session)).not.toMatch(/evil|gopher/);
});

test('does not show the host that the request claims on the page', async () => {
  const init = { method: 'POST', headers: CLAIMS };
  const page = await shop.call('https://evil.example/guide-download?session_id=cs_test_no', init);
  expect(await page.text()).not.toMatch(/evil|gopher/);
});

test('lists the allowed methods if a function refuses a method', async () => {
  const refused = await shop.call('/api/products', { method: 'PATCH' });
  expect(refused.headers.get('allow')).toBe('GET, HEAD');
  await expectProblem(refused, 405, 'method_not_allowed');
});

describe.each([
  { method: 'GET', body: NOT_FOUND_PAGE },
  { method: 'HEAD', body: '' },
  { method: 'POST', body: NOT_FOUND_PAGE },
])('a $method request for an unknown address', ({ method, body }) => {
  test('responds with status 404 and the 404 page', async () => {
    const response = await shop.call('/no-such-page', { method });
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toBe(body);
  });

  test('sends the same headers as a regular page', async () => {
    const response = await shop.call('/no-such-page', { method });
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(headerFaults(response.headers, 'site')).toEqual([]);
  });
});

test.each([
  { name: 'of 65 characters', id: 'x'.repeat(65) },
  { name: 'that looks like a secret', id: 'st_a1B2c3D4e5F6g7H8i9J0k1L2m3' },
  { name: 'that contains markup', id: '<script>' },
  { name: 'that is empty', id: '' },
])('replaces a request id $name', async ({ id }) => {
  const response = await shop.call('/api/products', { headers: { 'x-nf-request-id': id } });
  expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
});

const warningsLogged = () => vi.mocked(console.warn).mock.calls.map(([text]) => JSON.parse(text));

const REQUEST_ID = '01KAJ4Z6Y3C1V8Q2T0W7XB5MNE';
const STRANGE = {
  'x-nf-request-id': REQUEST_ID,
  origin: 'https://evil.example',
  'stripe-signature': 'evil',
};

test.each([
  {
    code: 'origin_not_allowed',
    route: 'create-payment',
    details: { configured: shop.siteUrl },
  },
  {
    code: 'signature_invalid',
    route: 'stripe-webhook',
    details: {},
  },
])(
  'logs $code at most once a minute, without the request’s content',
  async ({ code, route, details }) => {
    // Advances the clock to a minute without a logged rejection.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    const sendTwice = async (): Promise<void> => {
      await shop.post(`/api/${route}`, {}, STRANGE);
      await shop.post(`/api/${route}`, {}, STRANGE);
    };
    const line = { level: 'warn', requestId: REQUEST_ID, code, route, ...details };

    await sendTwice();
    expect(warningsLogged()).toEqual([line]);
    vi.setSystemTime(Date.now() + 60_000);
    await sendTwice();
    expect(warningsLogged()).toEqual([line, line]);
  },
);

const LONG = '/lost'.repeat(2000);

test.each([
  {
    name: 'its path but not its query',
    address: '/no-such?session_id=cs_test_x',
    line: '404 /no-such',
  },
  {
    name: 'at most 200 characters of its path',
    address: LONG,
    line: `404 ${LONG.slice(0, 200)}`,
  },
  {
    name: 'no session id in its path',
    address: '/a%3Fsession_id=cs_live_a1',
    line: '404 /a%3Fsession_id=cs_...',
  },
  {
    name: 'no session id in its path, even if the id has no prefix',
    address: `/_test_${'a1B2'.repeat(14)}`,
    line: '404 /...',
  },
  {
    name: 'no raw control character',
    address: '/a\u001b%0A%0d404\n/b\u0085',
    line: '404 /a%1B%0A%0d404/b%C2%85',
  },
])('logs an unknown address once, with $name', async ({ address, line }) => {
  await shop.call(address);
  expect(vi.mocked(console.log).mock.calls).toEqual([[line]]);
});
