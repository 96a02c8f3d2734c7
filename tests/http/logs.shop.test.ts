import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const REQUEST_ID = '01KAJ4Z6Y3C1V8Q2T0W7XB5MNE';
/** The form of a buyer's key. */
const SECRET = 'cs_test_nobodyknowsthis';
const headers = { 'x-nf-request-id': REQUEST_ID, 'x-nf-client-connection-ip': '192.0.2.77' };

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'log').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  shop.failRedis('none');
});

const lines = (): { requestId?: string; event?: string }[] =>
  [...vi.mocked(console.error).mock.calls, ...vi.mocked(console.log).mock.calls].map(([line]) =>
    JSON.parse(line),
  );

// tests/model has the line of an order that is fulfilled.
test.each([
  ['/api/files/:ticket', 'GET', 403, 0, `/api/files/${SECRET}`],
  ['/api/orders', 'GET', 200, 1, `/api/orders?session_id=${SECRET}`],
  ['/api/products', 'PATCH', 405, 0, '/api/products'],
])('%s logs one line for a request, and no session, ticket or address', async (...row) => {
  const [route, method, status, errors, address] = row;
  shop.failRedis('500');
  const answer = await shop.call(address, { method, headers });
  expect(answer.headers.get('x-request-id')).toBe(REQUEST_ID);
  const of = { redis: expect.any(Number), stripe: expect.any(Number), blobs: 0, mail: 0 };
  const line = { level: 'info', requestId: REQUEST_ID, event: 'request', route, method, status };
  const failure = { level: 'error', requestId: REQUEST_ID, service: 'orders' };
  expect(lines()).toMatchObject([
    ...Array.from({ length: errors }, () => failure),
    { ...line, ms: expect.any(Number), asked: of },
  ]);
  expect(JSON.stringify(lines())).not.toMatch(/nobodyknows|192\.0\.2/);
});

test.each(['x'.repeat(65), 'st_a1B2c3D4e5F6g7H8i9J0k1L2m3', '<script>', ''])(
  'an id that a caller made up is replaced: %s',
  async (words) => {
    const answer = await shop.call('/api/products', { headers: { 'x-nf-request-id': words } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  },
);

const strange = { ...headers, origin: 'https://evil.example', 'stripe-signature': 'evil' };

test.each([
  ['origin_not_allowed', 'create-payment', { configured: shop.siteUrl }],
  ['signature_invalid', 'stripe-webhook', {}],
])('%s is logged once a minute, without a word of the caller', async (code, route, what) => {
  // A minute in which no test before this one was refused.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  for (const calls of [3, 2]) {
    for (let call = 0; call < calls; call += 1) await shop.post(`/api/${route}`, {}, strange);
    vi.setSystemTime(Date.now() + 60_000);
  }
  const line = { level: 'warn', requestId: REQUEST_ID, code, route, ...what };
  expect(warn.mock.calls.map(([text]) => JSON.parse(text))).toEqual([line, line]);
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
