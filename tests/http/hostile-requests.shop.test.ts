import { describe, expect, test } from 'vitest';
import { expectProblem } from '../shop/problems.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();

const JSON_ROUTES = [
  '/api/create-payment',
  '/api/find-purchase',
  '/api/verify-payment',
  '/api/secure-file-access',
];
const BUY = '/api/create-payment';
const WEBHOOK_BYTES = 512 * 1024;
const BODY_BYTES = 16 * 1024;

const send = (at: string, body: BodyInit, type = 'application/json') =>
  shop.call(at, { method: 'POST', body, headers: { 'content-type': type } });

/** A body without end, and how much of it was read. */
const endless = (chunkBytes = 1024) => {
  const read = { bytes: 0, stopped: false };
  const body = new ReadableStream({
    pull(controller) {
      read.bytes += chunkBytes;
      controller.enqueue(new Uint8Array(chunkBytes).fill(32));
    },
    cancel() {
      read.stopped = true;
    },
  });
  return { read, body };
};

describe.each([
  ...JSON_ROUTES.map((at) => [at, BODY_BYTES]),
  ['/api/stripe-webhook', WEBHOOK_BYTES],
])('%s', (route, limit) => {
  const at = String(route);
  const maxBytes = Number(limit);

  test('reads nothing of a body that says it is too large', async () => {
    const { read, body } = endless();
    const headers = {
      'content-type': 'application/json',
      'content-length': String(maxBytes + 1),
    };
    const init = { method: 'POST', body, headers, duplex: 'half' } as const;
    await expectProblem(await shop.call(at, init), 413, 'body_too_large');
    // What a stream reads ahead by itself.
    expect(read.bytes).toBeLessThanOrEqual(1024);
  });

  test.each([[{}], [{ 'content-length': '10' }], [{ 'content-length': 'none' }]])(
    'stops reading a body that turns out to be too large, with %j',
    async (lie) => {
      const { read, body } = endless();
      const headers = { 'content-type': 'application/json', ...lie };
      const init = { method: 'POST', body, headers, duplex: 'half' } as const;
      await expectProblem(await shop.call(at, init), 413, 'body_too_large');
      expect(read.bytes).toBeLessThanOrEqual(maxBytes + 4096);
      expect(read.stopped).toBe(true);
    },
  );
});

/** 400 for all of them, whatever the route. */
const BROKEN: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>> = {
  nothing: '',
  'a space': ' ',
  'half of it': '{"productType":"bun',
  'nests 8,000 lists': '['.repeat(8000),
  'nests 5,000 closed lists': '['.repeat(5000) + ']'.repeat(5000),
  'nests 2,500 objects': '{"a":'.repeat(2500) + '1' + '}'.repeat(2500),
  'nests in the field': `{"productType":${'['.repeat(4000)}${']'.repeat(4000)}}`,
  'has __proto__ beside': '{"productType":"bundle","__proto__":{"is_active":true}}',
  'has __proto__ in place of fields':
    '{"__proto__":{"productType":"bundle","sessionId":"cs_test_1"}}',
  'has constructor beside': '{"productType":"bundle","constructor":{"prototype":{}}}',
  'has __proto__ as a product': '{"productType":"__proto__"}',
  'is UTF-16': new Uint8Array(Buffer.from('{"productType":"bundle"}', 'utf16le')),
  'is Latin-1': new Uint8Array(Buffer.from('{"productType":"bündle"}', 'latin1')),
  'is no text': new Uint8Array([0xff, 0xfe, 0x00, 0xd8]),
  'is a huge number': '1e999999',
  'has a huge number': '{"productType":1e999999}',
  'has a lone surrogate': String.raw`{"productType":"\ud800"}`,
  'has a zero byte': String.raw`{"sessionId":"cs_test_\u0000"}`,
};

describe.each(Object.entries(BROKEN))('a JSON body that %s', (_name, body) => {
  test.each(JSON_ROUTES)('is refused by %s with 400', async (at) => {
    await expectProblem(await send(at, body), 400, 'invalid_request');
  });
});

test('a name in Latin-1 is refused before anything is looked up by it', async () => {
  const body = Buffer.from('{"product_id":"gu\u00ede","session_id":"cs_test_1"}', 'latin1');
  const response = await send('/api/secure-file-access', new Uint8Array(body));
  await expectProblem(response, 400, 'invalid_request');
});

test.each(['utf-16', 'iso-8859-1', 'no-such-charset'])(
  'a body that calls itself %s is read as what it is, or not at all',
  async (charset) => {
    const type = `application/json; charset=${charset}`;
    const bytes = new Uint8Array(Buffer.from('{"productType":"bundle"}', 'utf16le'));
    await expectProblem(await send(BUY, bytes, type), 400, 'invalid_request');
    expect((await send(BUY, '{"productType":"bundle"}', type)).status).toBe(200);
  },
);

describe('a plain form that', () => {
  const FORM = 'application/x-www-form-urlencoded';
  test.each([
    ['is empty', ''],
    ['has its field twice', 'productType=bundle&productType=individual_guide_6_10'],
    ['has its field twice alike', 'productType=bundle&productType=bundle'],
    ['has another field', 'productType=bundle&price=1'],
    ['has __proto__ beside', 'productType=bundle&__proto__=1'],
    ['has a list', 'productType[]=bundle'],
    ['has a broken escape', 'productType=%E0%A4%A'],
    ['has ten thousand fields', 'a&'.repeat(8000)],
  ])('%s is refused with 400', async (_name, body) => {
    await expectProblem(await send(BUY, body, FORM), 400, 'invalid_request');
  });
});

test.each([
  'session_id=cs_test_1&session_id=cs_test_2',
  'session_id=cs_test_1&__proto__=1',
  'session_id[]=cs_test_1',
  'session_id=%ff',
  'session_id=cs_test_1%00',
  'session_id=cs_test_1&all=1',
])('the query %s is refused with 400', async (query) => {
  await expectProblem(await shop.call(`/api/orders?${query}`), 400, 'invalid_request');
});

const CLAIMS = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'gopher',
  'x-forwarded-port': '1',
  forwarded: 'host=evil.example;proto=gopher',
  'x-original-url': 'https://evil.example/',
  'x-rewrite-url': 'https://evil.example/',
  referer: 'https://evil.example/page',
};
/** Called by an address that is not the shop's. */
const evil = (at: string) => `https://evil.example${at}`;

/** What a browser without scripts sends. */
const buyByForm = (productType: string): Promise<Response> =>
  shop.call(evil(BUY), {
    method: 'POST',
    body: new URLSearchParams({ productType }),
    headers: { ...CLAIMS, accept: 'text/html' },
  });

describe('where the shop sends a buyer', () => {
  test('after paying is the configured address, whatever the headers say', async () => {
    const response = await shop.post(evil(BUY), { productType: 'bundle' }, CLAIMS);
    const { url } = await response.json();
    const id = /cs_test_\w+/.exec(url)?.[0] ?? '';
    const session = await shop.stripe.checkout.sessions.retrieve(id);
    expect(session.success_url).toBe(
      `${shop.siteUrl}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    );
    expect(session.cancel_url).toBe(`${shop.siteUrl}/payment-canceled`);
    expect(JSON.stringify(session)).not.toMatch(/evil|gopher/);
  });

  test('by a redirect is Stripe, or a page of the address they are at', async () => {
    const paying = (await buyByForm('bundle')).headers.get('location') ?? '';
    expect(new URL(paying).pathname).toMatch(/^\/c\/pay\/cs_test_/);
    expect((await fetch(paying)).status).toBe(200);
    expect((await buyByForm('nothing')).headers.get('location')).toBe('/payment-error');
  });

  test.each(['productType=bundle&next=https://evil.example', 'productType=//evil.example'])(
    'is not for a form to say: %s',
    async (body) => {
      const response = await shop.call(`${BUY}?next=https://evil.example&url=//evil.example`, {
        method: 'POST',
        body,
        headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(response.headers.get('location')).toBe('/payment-error');
    },
  );

  test('for a file is a path of the address they are at', async () => {
    const page = await shop.call(evil('/guide-download?session_id=cs_test_nobody'), {
      method: 'POST',
      headers: CLAIMS,
    });
    expect(await page.text()).not.toMatch(/evil|gopher/);
  });
});
