import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cookiesOf, logInAsOwner, password } from '../shop/owner.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const EIGHT_HOURS_MS = 8 * 3600 * 1000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  for (const level of ['log', 'warn'] as const) vi.spyOn(console, level).mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
// The next file must not find the settings of these tests.
afterAll(() => void vi.resetModules());

const logIn = (given: unknown) => shop.post('/api/admin/login', given);
const sessionWith = (headers: HeadersInit) => shop.call('/api/admin/session', { headers });

const attributesOf = (cookie: string): Set<string> => new Set(cookie.split('; '));

test('the password opens a session of eight hours, out of reach of scripts and other sites', async () => {
  const response = await logIn({ password: password() });
  expect(response.status).toBe(200);
  const [set = ''] = response.headers.getSetCookie();
  const attributes = ['owner_session', 'HttpOnly', 'Max-Age=28800', 'Path=/', 'SameSite=Strict'];
  expect(attributesOf(set.replace(/=[\w-]+;/, ';'))).toEqual(new Set(attributes));
  const { expiresAt } = await response.json();
  const cookie = cookiesOf(response);
  const session = await sessionWith({ cookie });
  expect([session.status, await session.json()]).toEqual([200, { expiresAt }]);
  vi.setSystemTime(Date.now() + EIGHT_HOURS_MS - 1000);
  expect((await sessionWith({ cookie })).status).toBe(200);
  vi.setSystemTime(Date.now() + 1000);
  expect((await sessionWith({ cookie })).status).toBe(401);
});

test('the session of a shop on https is limited to https and to its host', async () => {
  vi.resetModules();
  vi.stubEnv('PUBLIC_SITE_URL', 'https://shop.example');
  const { endCookie } = await import('../../netlify/admin/auth.ts');
  const attributes = ['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Strict', 'Secure'];
  expect(attributesOf(endCookie())).toEqual(new Set(['__Host-owner_session=', ...attributes]));
});

test.each([
  ['another password', { password: 'a guess of mine' }, 401, 'password_wrong'],
  ['an empty one', { password: '' }, 400, 'invalid_request'],
])('%s opens no session and is not logged', async (_what, given, status, code) => {
  const response = await logIn(given);
  const text = await response.text();
  expect([response.status, JSON.parse(text).code]).toEqual([status, code]);
  expect(response.headers.getSetCookie()).toEqual([]);
  const output = text + vi.mocked(console.warn).mock.calls.join();
  expect(output).not.toContain('a guess of mine');
  expect(output).not.toContain(password());
});

test.each([
  ['a missing password', '', 'ADMIN_PASSWORD is missing'],
  ['half a hash', 'scrypt:abc', 'ADMIN_PASSWORD is half a hash'],
])('with %s nobody can log in, and the log says why', async (_what, given, says) => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const headers = { ...(await logInAsOwner(shop)), 'content-type': 'application/json' };
  vi.stubEnv('ADMIN_PASSWORD', given);
  vi.resetModules();
  const { default: admin } = await import('../../netlify/functions/admin.ts');
  const body = JSON.stringify({ password: given || 'undefined' });
  const request = new Request(`${shop.siteUrl}/api/admin/login`, { method: 'POST', headers, body });
  const asked = new Request(`${shop.siteUrl}/api/admin/session`, { headers });
  const context = { params: {}, waitUntil: () => {} };
  expect((await admin(request, context)).status).toBe(500);
  expect((await admin(asked, context)).status).toBe(401);
  expect(logged.mock.calls.join()).toContain(says);
});
