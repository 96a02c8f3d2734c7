import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Config } from '@netlify/functions';
import { afterAll, expect, test } from 'vitest';
import { openShop } from '../../netlify/local/shop.ts';
import type { Routes } from '../../netlify/local/routes.ts';

const root = mkdtempSync(path.join(tmpdir(), 'local-shop-'));
afterAll(() => rmSync(root, { recursive: true }));

const write = (file: string, text: string): void => writeFileSync(path.join(root, file), text);
write('netlify.toml', '');
mkdirSync(path.join(root, 'dist'));
for (const name of ['index.html', 'about.html', '404.html', 'cover.png']) {
  write(`dist/${name}`, name);
}

const routeTo = (address: `/${string}`, config: Config = {}): Routes[number] => ({
  name: address,
  paths: [address],
  claims: (url) => new URLPattern({ pathname: address }).test(url),
  handle: async (request) =>
    new Response(`${address} for ${request.headers.get('x-nf-client-connection-ip')}`),
  config,
});
const shop = await openShop(root, [
  routeTo('/about', { method: 'POST' }),
  routeTo('/api/*'),
  routeTo('/c*', { preferStatic: true }),
]);

const ask = (method: string, address: string): Promise<Response> =>
  shop(new Request(`http://localhost${address}`, { method }), '192.0.2.1');

test.each([
  { method: 'GET', address: '/', body: 'index.html' },
  { method: 'GET', address: '/about', body: 'about.html' },
  { method: 'HEAD', address: '/about', body: '' },
  { method: 'GET', address: '/about.html?from=here', body: 'about.html' },
  { method: 'GET', address: '/cover.png', body: 'cover.png' },
])('serves a file for $method $address', async ({ method, address, body }) => {
  const response = await ask(method, address);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(body);
});

test.each([
  { method: 'POST', address: '/about', body: '/about for 192.0.2.1' },
  { method: 'GET', address: '/coins', body: '/c* for 192.0.2.1' },
  { method: 'GET', address: '/api/orders', body: '/api/* for 192.0.2.1' },
])('calls a function for $method $address', async ({ method, address, body }) => {
  const response = await ask(method, address);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(body);
});

test.each([
  { method: 'POST', address: '/' },
  { method: 'GET', address: '/%2e%2e%2fnetlify.toml' },
  { method: 'GET', address: '/%E0%A4%A' },
])('returns 404 for $method $address', async ({ method, address }) => {
  const response = await ask(method, address);
  expect(response.status).toBe(404);
  expect(await response.text()).toBe('404.html');
});

test('redirects an address with a trailing slash and keeps the query', async () => {
  const response = await ask('GET', '/about/?code=SPRING');
  expect(response.status).toBe(301);
  expect(response.headers.get('location')).toBe('/about?code=SPRING');
});

test('refuses a netlify.toml rule that a local shop cannot follow', async () => {
  write('netlify.toml', '[[redirects]]\nfrom = "/old"\nto = "/new"');
  await expect(openShop(root, [])).rejects.toThrow(/^netlify.toml: [^]*"formerly"/);
});
