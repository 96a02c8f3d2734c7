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
const readJson = (body: BodyInit) => read(body, 'application/json');
const readForm = (body: string) => read(body, 'application/x-www-form-urlencoded');

test.each([
  { name: 'an empty body', body: '' },
  { name: 'a __proto__ field', body: '{"productType":"bundle","__proto__":{"is_active":true}}' },
  { name: 'text in UTF-16', body: new Uint8Array(Buffer.from(BUNDLE, 'utf16le')) },
  { name: 'a byte that is not UTF-8', body: Buffer.from('{"productType":"\xFF"}', 'latin1') },
])('refuses a JSON request with $name', async ({ body }) => {
  await expect(readJson(body)).rejects.toMatchObject({ code: 'invalid_request' });
});

test.each([
  { name: 'a repeated field', body: 'productType=bundle&productType=bundle' },
  { name: 'a __proto__ field', body: 'productType=bundle&__proto__=1' },
])('refuses a form with $name', async ({ body }) => {
  await expect(readForm(body)).rejects.toMatchObject({ code: 'invalid_request' });
});

test('refuses a query with a repeated field', () => {
  const request = new Request(`${ADDRESS}?session_id=cs_test_1&session_id=cs_test_2`);
  const refusal = expect.objectContaining({ code: 'invalid_request' });
  expect(() => readQuery(request, ordersQuery)).toThrow(refusal);
});

test('refuses a body with an unsupported content type', async () => {
  const refusal = { code: 'unsupported_media_type' };
  await expect(read(BUNDLE, 'text/plain')).rejects.toMatchObject(refusal);
});

test('limits an error message to 200 characters if it repeats part of the body', async () => {
  const body = JSON.stringify({ ['x'.repeat(10_000)]: 1, productType: 'bundle' });
  await expect(readJson(body)).rejects.toThrow(/^Unrecognized key: "x{100,182}$/);
});

const LIMIT = 16 * 1024;

/**
 * Sends a body four times as long as the limit. Returns how many bytes were read, and whether the
 * body was canceled.
 */
const offerLongBody = async (headers: Readonly<Record<string, string>>) => {
  const seen = { bytes: 0, isCanceled: false };
  const body = new ReadableStream({
    pull(controller) {
      seen.bytes += 1024;
      if (seen.bytes > 4 * LIMIT) return controller.close();
      controller.enqueue(new Uint8Array(1024).fill(32));
    },
    cancel: () => void (seen.isCanceled = true),
  });
  const init = { method: 'POST', body, headers, duplex: 'half' } as const;
  const reading = readBody(new Request(ADDRESS, init));
  await expect(reading).rejects.toMatchObject({ code: 'body_too_large' });
  return seen;
};

// A stream reads one chunk ahead.
test('refuses a body without reading it if its declared length exceeds the limit', async () => {
  const seen = await offerLongBody({ 'content-length': String(LIMIT + 1) });
  expect(seen.bytes).toBeLessThanOrEqual(1024);
});

test.each<{ name: string; headers: Record<string, string> }>([
  { name: 'no declared length', headers: {} },
  { name: 'a declared length below its size', headers: { 'content-length': '10' } },
  { name: 'a word as its declared length', headers: { 'content-length': 'none' } },
])('stops reading at the limit if a long body has $name', async ({ headers }) => {
  const seen = await offerLongBody(headers);
  expect(seen.bytes).toBeLessThanOrEqual(LIMIT + 4096);
  expect(seen.isCanceled).toBe(true);
});

const LOCAL = 'http://localhost:8888';
const SHOP = 'https://shop.example';
const EVIL = 'https://evil.example';

type Sender = {
  readonly name: string;
  readonly site: string;
  readonly headers: Readonly<Record<string, string>>;
};

const send = ({ site, headers }: Sender): void => {
  vi.spyOn(console, 'warn').mockReturnValue();
  requireOwnOrigin(new Request(site, { method: 'POST', headers }), site, 'any');
};

test.each<Sender>([
  {
    name: 'a page of the shop',
    site: SHOP,
    headers: { origin: SHOP },
  },
  {
    name: 'a browser on a page of the shop',
    site: SHOP,
    headers: { origin: SHOP, 'sec-fetch-site': 'same-origin' },
  },
  {
    name: 'a browser on a preview',
    site: SHOP,
    headers: { origin: 'https://preview.example', 'sec-fetch-site': 'same-origin' },
  },
  {
    name: 'a page of the shop without an origin',
    site: SHOP,
    headers: { origin: 'null', 'sec-fetch-site': 'same-origin' },
  },
  {
    name: 'a program that sends no origin',
    site: SHOP,
    headers: {},
  },
  {
    name: '127.0.0.1 on the same machine',
    site: LOCAL,
    headers: { origin: 'http://127.0.0.1:8888' },
  },
])('accepts a request from $name', (sender) => {
  expect(() => send(sender)).not.toThrow();
});

test.each<Sender>([
  {
    name: 'another site',
    site: SHOP,
    headers: { origin: EVIL },
  },
  {
    name: 'a page without an origin',
    site: SHOP,
    headers: { origin: 'null' },
  },
  {
    name: 'another site that claims the shop’s host',
    site: SHOP,
    headers: { origin: EVIL, host: SHOP },
  },
  {
    name: 'a browser on another site',
    site: SHOP,
    headers: { origin: SHOP, 'sec-fetch-site': 'cross-site' },
  },
  {
    name: 'a browser on a subdomain',
    site: SHOP,
    headers: { 'sec-fetch-site': 'same-site' },
  },
  {
    name: 'another port of the same machine',
    site: LOCAL,
    headers: { origin: 'http://localhost:1' },
  },
  {
    name: 'a subdomain of localhost',
    site: LOCAL,
    headers: { origin: 'http://evil.localhost:8888' },
  },
  {
    name: 'a client whose origin has a path',
    site: LOCAL,
    headers: { origin: 'http://127.0.0.1:8888/' },
  },
])('refuses a request from $name', (sender) => {
  const refusal = expect.objectContaining({ code: 'origin_not_allowed' });
  expect(() => send(sender)).toThrow(refusal);
});
