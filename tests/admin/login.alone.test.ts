import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { byDepth } from '../depth.ts';
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

const logIn = (given: unknown) => shop.post('/api/admin/login', given);
const sessionWith = (headers: HeadersInit) => shop.call('/api/admin/session', { headers });

const attributesOf = (cookie: string): Set<string> => new Set(cookie.split('; '));

test('the password opens a session of eight hours, which no script and no other site reaches', async () => {
  const response = await logIn({ password: password() });
  expect(response.status).toBe(200);
  const set = response.headers
    .getSetCookie()
    .map((one) => attributesOf(one.replace(/=[\w-]+;/, ';')));
  const attributes = ['owner_session', 'HttpOnly', 'Max-Age=28800', 'Path=/', 'SameSite=Strict'];
  expect(set).toEqual([new Set(attributes)]);
  const { expiresAt } = await response.json();
  const cookie = cookiesOf(response);
  const session = await sessionWith({ cookie });
  expect([session.status, await session.json()]).toEqual([200, { expiresAt }]);
  vi.setSystemTime(Date.now() + EIGHT_HOURS_MS - 2000);
  expect((await sessionWith({ cookie })).status).toBe(200);
  vi.setSystemTime(Date.now() + 3000);
  expect((await sessionWith({ cookie })).status).toBe(401);
});

const DAY_MS = 24 * 3600 * 1000;
let days = 0;
/** The beginning of a day on which nobody has guessed yet. */
const newDay = (): number => {
  const day = (Math.ceil(Date.now() / DAY_MS) + (days += 2)) * DAY_MS;
  vi.setSystemTime(day);
  return day;
};
const guess = (given: string, address: string): Promise<Response> =>
  shop.post('/api/admin/login', { password: given }, { 'x-nf-client-connection-ip': address });

test('of the guesses of a day by one client few are looked at', async () => {
  const day = newDay();
  const guesses = byDepth(120, 10_000);
  const statuses: number[] = [];
  for (let guessed = 0; guessed < guesses; guessed += 1) {
    vi.setSystemTime(day + (guessed * DAY_MS) / guesses);
    statuses.push((await guess(`guess ${guessed}`, '198.51.100.7')).status);
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(50);
  expect(new Set(statuses)).toEqual(new Set([401, 429]));
});

test('a flood of guesses neither ends the running session nor keeps out the owner elsewhere', async () => {
  newDay();
  const cookie = cookiesOf(await guess(password(), '192.0.2.1'));
  for (let stranger = 0; stranger < 30; stranger += 1) {
    await guess('wrong', `10.0.${stranger}.1`);
    await guess('wrong', '203.0.113.5');
  }
  expect((await guess(password(), '203.0.113.5')).status).toBe(429);
  expect((await sessionWith({ cookie })).status).toBe(200);
  expect((await guess(password(), '203.0.113.99')).status).toBe(200);
});

test('while guesses cannot be counted, none is looked at', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  shop.failRedis('500');
  const response = await guess(password(), '198.51.100.11');
  shop.failRedis('none');
  expect([response.status, (await response.json()).code]).toEqual([503, 'temporarily_unavailable']);
});

test('a session keeps to https and to its one host if the shop is on https', async () => {
  vi.resetModules();
  vi.stubEnv('PUBLIC_SITE_URL', 'https://shop.example');
  const { endCookie } = await import('../../netlify/admin/auth.ts');
  const attributes = ['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Strict', 'Secure'];
  expect(attributesOf(endCookie())).toEqual(new Set(['__Host-owner_session=', ...attributes]));
});

test.each([
  ['another password', { password: 'a guess of mine' }, 401, 'password_wrong'],
  ['an empty one', { password: '' }, 400, 'invalid_request'],
  ['one of a megabyte', { password: 'x'.repeat(1e6) }, 413, 'body_too_large'],
  ['something else too', { password: 'x', remember: true }, 400, 'invalid_request'],
])('%s opens no session, and is told to nobody', async (_what, given, status, code) => {
  const response = await logIn(given);
  const text = await response.text();
  expect([response.status, JSON.parse(text).code]).toEqual([status, code]);
  expect(response.headers.getSetCookie()).toEqual([]);
  const told = text + vi.mocked(console.warn).mock.calls.join();
  expect(told).not.toContain('a guess of mine');
  expect(told).not.toContain(password());
});

test.each([
  ['a missing password', '', 'ADMIN_PASSWORD is missing'],
  ['half a hash', 'scrypt:abc', 'ADMIN_PASSWORD is half a hash'],
])('with %s nobody gets in, and the log says what is amiss', async (_what, given, says) => {
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
