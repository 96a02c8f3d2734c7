import { beforeEach, expect, test, vi } from 'vitest';
import { requireOwnOrigin } from '../../netlify/http/route.ts';

beforeEach(() => void vi.spyOn(console, 'warn').mockReturnValue());

const LOCAL = 'http://localhost:8888';
const SHOP = 'https://shop.example';

/** A request to the shop at an address. */
const ask = (siteUrl: string, headers: Record<string, string>) => () =>
  requireOwnOrigin(new Request(siteUrl, { method: 'POST', headers }), siteUrl, 'any');

test.each<[string, string, Record<string, string>]>([
  ['from the shop', SHOP, { origin: SHOP }],
  ['from the shop, by a browser', SHOP, { origin: SHOP, 'sec-fetch-site': 'same-origin' }],
  ['from a preview', SHOP, { origin: 'https://p.example', 'sec-fetch-site': 'same-origin' }],
  ['from a page that hides its origin', SHOP, { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ['by a program, which names no origin', SHOP, {}],
  ['from 127.0.0.1, on the same machine', LOCAL, { origin: 'http://127.0.0.1:8888' }],
])('a request %s is served', (_from, siteUrl, headers) => {
  expect(ask(siteUrl, headers)).not.toThrow();
});

test.each<[string, string, Record<string, string>]>([
  ['from another site', SHOP, { origin: 'https://evil.example' }],
  ['from a page that hides its origin', SHOP, { origin: 'null' }],
  ['from another site that says it is this one', SHOP, { origin: 'https://e.example', host: SHOP }],
  ['by a browser on another site', SHOP, { origin: SHOP, 'sec-fetch-site': 'cross-site' }],
  ['by a browser on a name below the domain', SHOP, { 'sec-fetch-site': 'same-site' }],
  ['from another port of the same machine', LOCAL, { origin: 'http://localhost:1' }],
  ['from a name that ends like the machine', LOCAL, { origin: 'http://evil.localhost:8888' }],
  ['from an origin with a path', LOCAL, { origin: 'http://127.0.0.1:8888/' }],
])('a request %s is refused', (_from, siteUrl, headers) => {
  expect(ask(siteUrl, headers)).toThrow('Please open the shop itself');
});
