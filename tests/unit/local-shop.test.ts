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

test.each([
  ['GET /', 200, 'index.html'],
  ['POST /', 404, '404.html'],
  ['GET /about', 200, 'about.html'],
  ['HEAD /about', 200, ''],
  ['POST /about', 200, '/about for 192.0.2.1'],
  ['GET /about.html?from=here', 200, 'about.html'],
  ['GET /cover.png', 200, 'cover.png'],
  ['GET /coins', 200, '/c* for 192.0.2.1'],
  ['GET /api/orders', 200, '/api/* for 192.0.2.1'],
  ['GET /%2e%2e%2fnetlify.toml', 404, '404.html'],
  ['GET /%E0%A4%A', 404, '404.html'],
  ['GET /about/?code=SPRING', 301, '/about?code=SPRING'],
])('%s is answered %i: a function, a file, the 404 page or another address', async (...row) => {
  const [asked, status, answer] = row;
  const [method = '', address] = asked.split(' ');
  const response = await shop(new Request(`http://localhost${address}`, { method }), '192.0.2.1');
  const location = response.headers.get('location');
  expect([response.status, location ?? (await response.text())]).toEqual([status, answer]);
});

test('a rule that this shop cannot follow is refused by name', async () => {
  write('netlify.toml', '[[redirects]]\nfrom = "/old"\nto = "/new"');
  await expect(openShop(root, [])).rejects.toThrow(/^netlify.toml: [^]*"formerly"/);
});
