import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readBody, readFormOrJson, readQuery } from '../../netlify/http/body.ts';

const ADDRESS = 'https://shop.example/api/none';
const word = z.string().check(z.regex(/^\w+$/));
const createPaymentRequest = z.strictObject({ productType: word });
const ordersQuery = z.strictObject({ session_id: word });
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
  ['a form with its field twice', form('productType=bundle&productType=bundle')],
  ['a form with another field', form('productType=bundle&price=1')],
  ['a form with __proto__', form('productType=bundle&__proto__=1')],
  ['a query with its field twice', query('session_id=cs_test_1&session_id=cs_test_2')],
  ['a query with another field', query('session_id=cs_test_1&all=1')],
  ['a query with a zero byte', query('session_id=cs_test_1%00')],
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

describe('a body of more than 16 kB', () => {
  const LIMIT = 16 * 1024;
  /** How much of a far longer body is read, and whether the rest is canceled. */
  const readLong = async (headers: Record<string, string>) => {
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
    return seen;
  };

  test('is not read if its header says so', async () => {
    // A stream reads one chunk ahead.
    const { bytes } = await readLong({ 'content-length': String(LIMIT + 1) });
    expect(bytes).toBeLessThanOrEqual(1024);
  });

  test.each([{}, { 'content-length': '10' }, { 'content-length': 'none' }])(
    'is read up to the limit, with %j',
    async (lie) => {
      const { bytes, stopped } = await readLong(lie);
      expect(bytes).toBeLessThanOrEqual(LIMIT + 4096);
      expect(stopped).toBe(true);
    },
  );
});
