import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { readBody, readFormOrJson } from '../../netlify/http/body.ts';
import { readQuery } from '../../netlify/http/query.ts';
import { requireOwnOrigin } from '../../netlify/http/origin.ts';

const ADDRESS = 'https://shop.example/api/none';
const createPaymentRequest = z.strictObject({ productType: z.string() });
const ordersQuery = z.strictObject({ session_id: z.string() });
const BUNDLE = '{"productType":"bundle"}';

const read = (body: BodyInit, type: string) => {
  const init = { method: 'POST', body, headers: { 'content-type': type } };
  return readFormOrJson(new Request(ADDRESS, init), createPaymentRequest);
};
const json = (body: BodyInit) => () => read(body, 'application/json');
const form = (body: string) => () => read(body, 'application/x-www-form-urlencoded');
const query = (text: string) => async () =>
  readQuery(new Request(`${ADDRESS}?${text}`), ordersQuery);

test.each<[string, () => Promise<unknown>]>([
  ['no JSON', json('')],
  ['JSON with __proto__', json('{"productType":"bundle","__proto__":{"is_active":true}}')],
  ['JSON in UTF-16', json(new Uint8Array(Buffer.from(BUNDLE, 'utf16le')))],
  ['JSON with a byte that is not UTF-8', json(Buffer.from('{"productType":"\xFF"}', 'latin1'))],
  ['a form with its field twice', form('productType=bundle&productType=bundle')],
  ['a form with __proto__', form('productType=bundle&__proto__=1')],
  ['a query with its field twice', query('session_id=cs_test_1&session_id=cs_test_2')],
])('%s is refused', async (_what, reading) => {
  await expect(reading()).rejects.toMatchObject({ code: 'invalid_request' });
});

test('a body of another type is refused', async () => {
  const refusal = { code: 'unsupported_media_type' };
  await expect(read(BUNDLE, 'text/plain')).rejects.toMatchObject(refusal);
});

test('a refusal repeats at most 200 characters of the caller’s', async () => {
  const reading = json(JSON.stringify({ ['x'.repeat(10_000)]: 1, productType: 'bundle' }));
  await expect(reading()).rejects.toThrow(/^Unrecognized key: "x{100,182}$/);
});

const LIMIT = 16 * 1024;

test.each<[Record<string, string>, number]>([
  // A stream reads one chunk ahead.
  [{ 'content-length': String(LIMIT + 1) }, 1024],
  [{}, LIMIT + 4096],
  [{ 'content-length': '10' }, LIMIT + 4096],
  [{ 'content-length': 'none' }, LIMIT + 4096],
])('a far longer body than 16 kB with %j is read up to %i bytes', async (headers, most) => {
  const seen = { bytes: 0, stopped: false };
  const body = new ReadableStream({
    pull(controller) {
      seen.bytes += 1024;
      if (seen.bytes > 4 * LIMIT) return controller.close();
      controller.enqueue(new Uint8Array(1024).fill(32));
    },
    cancel: () => void (seen.stopped = true),
  });
  const init = { method: 'POST', body, headers, duplex: 'half' } as const;
  const reading = readBody(new Request(ADDRESS, init));
  await expect(reading).rejects.toMatchObject({ code: 'body_too_large' });
  expect(seen.bytes).toBeLessThanOrEqual(most);
  expect(seen.stopped).toBe(most > LIMIT);
});

const LOCAL = 'http://localhost:8888';
const SHOP = 'https://shop.example';

const SAME = 'same-origin';
test.each<[from: string, isServed: boolean, siteUrl: string, Record<string, string>]>([
  ['from the shop', true, SHOP, { origin: SHOP }],
  ['from the shop, by a browser', true, SHOP, { origin: SHOP, 'sec-fetch-site': SAME }],
  ['from a preview', true, SHOP, { origin: 'https://p.example', 'sec-fetch-site': SAME }],
  ['from its page that hides its origin', true, SHOP, { origin: 'null', 'sec-fetch-site': SAME }],
  ['by a program, which names no origin', true, SHOP, {}],
  ['from 127.0.0.1, on the same machine', true, LOCAL, { origin: 'http://127.0.0.1:8888' }],
  ['from another site', false, SHOP, { origin: 'https://evil.example' }],
  ['from a page that hides its origin', false, SHOP, { origin: 'null' }],
  ['from a site that claims this host', false, SHOP, { origin: 'https://e.example', host: SHOP }],
  ['by a browser on another site', false, SHOP, { origin: SHOP, 'sec-fetch-site': 'cross-site' }],
  ['by a browser on a name below the domain', false, SHOP, { 'sec-fetch-site': 'same-site' }],
  ['from another port of the same machine', false, LOCAL, { origin: 'http://localhost:1' }],
  ['from a name below the machine’s', false, LOCAL, { origin: 'http://evil.localhost:8888' }],
  ['from an origin with a path', false, LOCAL, { origin: 'http://127.0.0.1:8888/' }],
])('a request %s is served: %s', async (_from, isServed, siteUrl, headers) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const request = new Request(siteUrl, { method: 'POST', headers });
  const asking = async () => requireOwnOrigin(request, siteUrl, 'any');
  const [{ status }] = await Promise.allSettled([asking()]);
  expect(status).toBe(isServed ? 'fulfilled' : 'rejected');
});
