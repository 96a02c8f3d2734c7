import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sealSession } from '../../netlify/admin/auth.ts';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { cookiesOf, logInAsOwner, ownerHeaders, password } from '../shop/owner.ts';
import { loadFunctions } from '../shop/routes.ts';
import { jsonPost, openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();

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

/** The functions that anybody may call. /api/health reveals nothing to a stranger. */
const PUBLIC =
  `create-payment files find-purchase health jobs not-found orders products purchase-page secure-file-access
  stripe-webhook unsubscribe verify-payment withdraw`.split(/\s+/);

/** The owner's routes with their methods. */
const OWNERS = [
  ['logout', 'POST'],
  ['session', 'GET'],
  ['guides', 'GET'],
  ['guides/guide-1/file', 'GET'],
  ['guides/guide-1/restore', 'POST'],
  ['guides/guide-1/announce', 'POST'],
  ['../upload', 'POST'],
  ['orders', 'GET'],
  ['orders.csv', 'GET'],
  ['report', 'GET'],
  ['find-order', 'POST'],
  ['orders/0000-0000-0000', 'GET'],
  ['orders/0000-0000-0000/access', 'POST'],
  ['orders/0000-0000-0000/receipt', 'POST'],
] as const;

const later = { expiresAt: Math.floor(Date.now() / 1000) + 3600 };
const secret = process.env['SIGNING_SECRET'] ?? '';
const { cookie } = await ownerHeaders(shop);

/** The session cookies of callers who are not the owner. tests/unit/seal.test.ts has every forgery. */
const FORGED = [
  '',
  Buffer.from(JSON.stringify(later)).toString('base64url'),
  await sealSession({ expiresAt: later.expiresAt - 3601 }),
  await sealSession(later, `${secret}:guess`),
];
const STRANGERS = [{}, ...FORGED.map((session) => ({ cookie: `owner_session=${session}` }))];

const call = (path: string, method: string, headers: HeadersInit) =>
  shop.call(`/api/admin/${path}`, { method, headers });

test('every function is either public or the owner’s, and the owner’s has only these routes', async () => {
  const names = (await loadRoutes()).map(({ name }) => name);
  expect(names.toSorted()).toEqual([...PUBLIC, 'admin'].toSorted());
  const source = await readFile('netlify/functions/admin.ts', 'utf8');
  const [, ofOwner] = source.split('app.use(');
  expect(ofOwner?.match(/\.(?:get|post)\('\/api/g)).toHaveLength(OWNERS.length);
  for (const [path, method] of OWNERS) {
    const response = await call(path, 'PATCH', { cookie });
    expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, method]);
  }
  expect((await call('no-such-route', 'GET', { cookie })).status).toBe(404);
});

// To a stranger, the owner’s routes look like any other.
test.each([...OWNERS, ['none', 'GET'] as const])(
  '%s refuses everyone but the owner',
  async (path, method) => {
    const before = shop.calls();
    for (const headers of STRANGERS) {
      const response = await call(path, method, headers);
      const { code } = await response.json();
      expect([response.status, code], JSON.stringify(headers)).toEqual([401, 'not_logged_in']);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
    expect(shop.calls()).toEqual(before);
  },
);

const POSTED = ['login', ...OWNERS.flatMap(([path, method]) => (method === 'POST' ? [path] : []))];

test.each(POSTED)('%s refuses what another site makes the owner’s browser send', async (path) => {
  const headers = { cookie, origin: 'https://evil.example' };
  const response = await shop.post(`/api/admin/${path}`, { password: password() }, headers);
  expect([response.status, (await response.json()).code]).toEqual([403, 'origin_not_allowed']);
  expect(response.headers.getSetCookie()).toEqual([]);
});

const logIn = (given: unknown) => shop.post('/api/admin/login', given);
const sessionWith = (headers: HeadersInit) => shop.call('/api/admin/session', { headers });

const attributesOf = (header: string): Set<string> => new Set(header.split('; '));

test('the password opens a session of eight hours, out of reach of scripts and other sites', async () => {
  const response = await logIn({ password: password() });
  expect(response.status).toBe(200);
  const [set = ''] = response.headers.getSetCookie();
  const attributes = ['owner_session', 'HttpOnly', 'Max-Age=28800', 'Path=/', 'SameSite=Strict'];
  expect(attributesOf(set.replace(/=[\w-]+;/, ';'))).toEqual(new Set(attributes));
  const { expiresAt } = await response.json();
  const session = { cookie: cookiesOf(response) };
  expect(await (await sessionWith(session)).json()).toEqual({ expiresAt });
  vi.setSystemTime(Date.now() + 8 * 3_600_000 - 1000);
  expect((await sessionWith(session)).status).toBe(200);
  vi.setSystemTime(Date.now() + 1000);
  expect((await sessionWith(session)).status).toBe(401);
});

test('the session of a shop on https is limited to https and to its host', async () => {
  vi.resetModules();
  vi.stubEnv('PUBLIC_SITE_URL', 'https://shop.example');
  const { logoutCookie } = await import('../../netlify/admin/auth.ts');
  const attributes = ['HttpOnly', 'Max-Age=0', 'Path=/', 'SameSite=Strict', 'Secure'];
  expect(attributesOf(logoutCookie())).toEqual(new Set(['__Host-owner_session=', ...attributes]));
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
  const headers = await logInAsOwner(shop);
  vi.stubEnv('ADMIN_PASSWORD', given);
  vi.resetModules();
  const handle = await loadFunctions();
  const ask = async (path: string, init: RequestInit) =>
    (await handle(new Request(`${shop.siteUrl}/api/admin/${path}`, init))).status;
  expect(await ask('login', jsonPost({ password: given || 'undefined' }))).toBe(500);
  expect(await ask('session', { headers })).toBe(401);
  expect(logged.mock.calls.join()).toContain(says);
});
