import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cookiesOf, fromNewClient, logInAsOwner, password } from '../shop/owner.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const EIGHT_HOURS_MS = 8 * 3600 * 1000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const logIn = (given: unknown) => shop.post('/api/admin/login', given, fromNewClient());
const sessionWith = (headers: HeadersInit) => shop.call('/api/admin/session', { headers });
const statusWith = async (headers: HeadersInit) => (await sessionWith(headers)).status;

describe('the login', () => {
  test('gives the owner a session of eight hours', async () => {
    const response = await logIn({ password: password() });
    expect(response.status).toBe(200);
    const { expiresAt } = await response.json();
    const inMs = new Date(expiresAt).getTime() - Date.now();
    expect(inMs).toBeGreaterThan(EIGHT_HOURS_MS - 2000);
    expect(inMs).toBeLessThanOrEqual(EIGHT_HOURS_MS);
    const session = await sessionWith({ cookie: cookiesOf(response) });
    expect([session.status, await session.json()]).toEqual([200, { expiresAt }]);
  });

  test('keeps it where no script and no other site can reach it', async () => {
    const [session = '', browser = ''] = (
      await logIn({ password: password() })
    ).headers.getSetCookie();
    expect(session).toMatch(
      /^owner_session=[\w-]+; Path=\/; Max-Age=28800; HttpOnly; SameSite=Strict$/,
    );
    expect(browser).toMatch(
      /^owner_browser=[\w-]+; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    );
  });

  test('keeps it to https, and to this one host, where the shop is on https', async () => {
    vi.resetModules();
    vi.stubEnv('PUBLIC_SITE_URL', 'https://shop.example');
    const { beginSession } = await import('../../netlify/admin/auth.ts');
    const { cookies } = await beginSession({ signingSecret: 's'.repeat(32), password: 'p' }, null);
    vi.unstubAllEnvs();
    for (const cookie of cookies) {
      expect(cookie).toMatch(/^__Host-owner_\w+=[^;]+; Path=\/; .*; Secure$/);
    }
  });

  test.each([
    ['another password', { password: 'another' }, 401, 'password_wrong'],
    ['an empty one', { password: '' }, 400, 'invalid_request'],
    ['one of a megabyte', { password: 'x'.repeat(1e6) }, 413, 'body_too_large'],
    ['one of a thousand letters', { password: 'x'.repeat(1000) }, 400, 'invalid_request'],
    ['something else too', { password: 'x', remember: true }, 400, 'invalid_request'],
  ])('refuses %s, without a session', async (_what, given, status, code) => {
    const response = await logIn(given);
    expect([response.status, (await response.json()).code]).toEqual([status, code]);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  test('never says what the password is, or was said to be', async () => {
    const response = await logIn({ password: 'a guess of mine' });
    expect(await response.text()).not.toContain('a guess of mine');
    const lines = vi.mocked(console.warn).mock.calls.join();
    expect(lines).not.toContain('a guess of mine');
    expect(lines).not.toContain(password());
  });
});

describe('a session', () => {
  test('ends after eight hours', async () => {
    const headers = await logInAsOwner(shop);
    vi.setSystemTime(Date.now() + EIGHT_HOURS_MS - 2000);
    expect(await statusWith(headers)).toBe(200);
    vi.setSystemTime(Date.now() + 3000);
    expect(await statusWith(headers)).toBe(401);
  });
});

test.each([
  ['a missing password', '', 'ADMIN_PASSWORD is missing'],
  ['half a hash', 'scrypt:abc', 'ADMIN_PASSWORD is half a hash'],
])('with %s nobody gets in, and the log says what is amiss', async (_what, given, says) => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const headers = { ...(await logInAsOwner(shop)), 'content-type': 'application/json' };
  const before = process.env['ADMIN_PASSWORD'];
  process.env['ADMIN_PASSWORD'] = given;
  vi.resetModules();
  const { default: logInto } = await import('../../netlify/functions/admin-login.ts');
  const { default: look } = await import('../../netlify/functions/admin-session.ts');
  const body = JSON.stringify({ password: given || 'undefined' });
  const request = new Request(`${shop.siteUrl}/api/admin/login`, { method: 'POST', headers, body });
  expect((await logInto(request, { params: {}, waitUntil: () => {} })).status).toBe(500);
  const asked = new Request(`${shop.siteUrl}/api/admin/session`, { headers });
  expect((await look(asked, { params: {}, waitUntil: () => {} })).status).toBe(401);
  process.env['ADMIN_PASSWORD'] = before;
  expect(logged.mock.calls.join()).toContain(says);
});
