import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openShop } from '../../netlify/local/shop.ts';
import type { Routes } from '../../netlify/local/routes.ts';

const root = mkdtempSync(path.join(tmpdir(), 'local-shop-'));
afterAll(() => rmSync(root, { recursive: true }));

const CONFIG = `
[[headers]]
for = "/*"
[headers.values]
X-Frame-Options = "DENY"
Cache-Control = "no-cache"
[[headers]]
for = "/about*"
[headers.values]
Cache-Control = "no-store"
[[redirects]]
from = "/old/*"
to = "/:splat?moved=1"
[[redirects]]
from = "/guide/:number"
to = "/guide-:number"
status = 302
`;
const ABOUT = '<h1>About</h1>';
const FILES = { 'index.html': 'home', 'about.html': ABOUT, '404.html': 'lost', 'cover.png': 'png' };
mkdirSync(path.join(root, 'dist'));
writeFileSync(path.join(root, 'netlify.toml'), CONFIG);
for (const [name, text] of Object.entries(FILES)) {
  writeFileSync(path.join(root, 'dist', name), text);
}

const routeTo = (address: `/${string}`, preferStatic: boolean): Routes[number] => ({
  name: address,
  paths: [address],
  claims: (url) => new URLPattern({ pathname: address }).test(url),
  handle: async (request) =>
    new Response(`${address} for ${request.headers.get('x-nf-client-connection-ip')}`),
  config: address === '/about' ? { method: 'POST' } : { preferStatic },
});
const routes = [routeTo('/about', false), routeTo('/api/*', false), routeTo('/l*', true)];
const shop = await openShop(root, routes);

const ask = (address: string, init?: RequestInit): Promise<Response> =>
  shop(new Request(`http://localhost${address}`, init), '192.0.2.1');
const read = async (address: string, init?: RequestInit): Promise<string> =>
  (await ask(address, init)).text();

test.each([
  ['/', 200, 'home'],
  ['/about', 200, ABOUT],
  ['/about.html?from=here', 200, ABOUT],
  ['/cover.png', 200, 'png'],
  ['/lost', 200, '/l* for 192.0.2.1'],
  ['/api/orders', 200, '/api/* for 192.0.2.1'],
  ['/no-such', 404, 'lost'],
  ['/%2e%2e%2fnetlify.toml', 404, 'lost'],
  ['/%E0%A4%A', 404, 'lost'],
  ['/about/?code=SPRING', 301, '/about?code=SPRING'],
  ['/old/about/us', 301, '/about/us?moved=1'],
  ['/guide/2?code=SPRING', 302, '/guide-2?code=SPRING'],
])(
  '%s is answered %i: a function, a file, the 404 page or another address',
  async (address, status, answer) => {
    const response = await ask(address);
    const location = response.headers.get('location');
    expect([response.status, location ?? (await response.text())]).toEqual([status, answer]);
  },
);

test('a function has the methods that it claims, and a file GET and HEAD', async () => {
  expect(await read('/about', { method: 'POST' })).toBe('/about for 192.0.2.1');
  const head = await ask('/about', { method: 'HEAD' });
  expect(head.headers.get('content-length')).toBe(String(ABOUT.length));
  expect(await head.text()).toBe('');
  expect((await ask('/', { method: 'POST' })).status).toBe(404);
});

test('every rule for a file applies, the last one for the same header', async () => {
  const { headers } = await ask('/about');
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-type': 'text/html; charset=utf-8',
    'x-frame-options': 'DENY',
  });
  expect((await ask('/no-such')).headers.get('cache-control')).toBe('no-cache');
  expect((await ask('/api/x')).headers.get('x-frame-options')).toBeNull();
});

test('a file that the browser has is answered 304', async () => {
  const { headers } = await ask('/about');
  const known = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
  const again = await ask('/about', known);
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect((await ask('/', known)).status).toBe(200);
});

test('a rule that this shop cannot follow is refused by name', async () => {
  writeFileSync(path.join(root, 'netlify.toml'), `${CONFIG}conditions = { Country = ["us"] }`);
  await expect(openShop(root, [])).rejects.toThrow(/^netlify.toml: [^]*"conditions"/);
});
