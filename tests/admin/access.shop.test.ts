import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { sealSession } from '../../netlify/admin/auth.ts';
import { loadRoutes } from '../../netlify/local/routes.ts';
import type { ProblemCode } from '../../src/contract/problem.ts';
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
// The next test file must load the settings again.
afterAll(() => void vi.resetModules());

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

const passTime = (ms: number): void => void vi.setSystemTime(Date.now() + ms);

/** Functions that anyone may call. /api/health reveals nothing to strangers. */
const PUBLIC_FUNCTIONS = [
  'create-payment',
  'files',
  'find-purchase',
  'health',
  'jobs',
  'not-found',
  'orders',
  'products',
  'purchase-page',
  'secure-file-access',
  'stripe-webhook',
  'unsubscribe',
  'verify-payment',
  'withdraw',
];

type Route = { readonly path: string; readonly method: 'GET' | 'POST' };

const OWNER_ROUTES: readonly Route[] = [
  { path: '/api/admin/logout', method: 'POST' },
  { path: '/api/admin/session', method: 'GET' },
  { path: '/api/admin/guides', method: 'GET' },
  { path: '/api/admin/guides/guide-1/file', method: 'GET' },
  { path: '/api/admin/guides/guide-1/restore', method: 'POST' },
  { path: '/api/admin/guides/guide-1/announce', method: 'POST' },
  { path: '/api/upload', method: 'POST' },
  { path: '/api/admin/orders', method: 'GET' },
  { path: '/api/admin/orders.csv', method: 'GET' },
  { path: '/api/admin/report', method: 'GET' },
  { path: '/api/admin/find-order', method: 'POST' },
  { path: '/api/admin/orders/0000-0000-0000', method: 'GET' },
  { path: '/api/admin/orders/0000-0000-0000/access', method: 'POST' },
  { path: '/api/admin/orders/0000-0000-0000/receipt', method: 'POST' },
];
const UNKNOWN_ROUTE: Route = { path: '/api/admin/no-such-route', method: 'GET' };

const call = (path: string, method: string, headers: HeadersInit): Promise<Response> =>
  shop.call(path, { method, headers });

const expectRefused = async (response: Response, status: number, code: ProblemCode) => {
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ code });
  expect(response.headers.getSetCookie()).toEqual([]);
};

const { cookie } = await ownerHeaders(shop);

describe('routes', () => {
  test('classifies every function as public or owner-only', async () => {
    const names = (await loadRoutes()).map(({ name }) => name);
    expect(names.toSorted()).toEqual([...PUBLIC_FUNCTIONS, 'admin'].toSorted());
  });

  test('includes every owner route in OWNER_ROUTES', async () => {
    const source = await readFile('netlify/functions/admin.ts', 'utf8');
    const [, routesOfOwner] = source.split('app.use(');
    expect(routesOfOwner?.match(/\.(?:get|post)\('\/api/g)).toHaveLength(OWNER_ROUTES.length);
  });

  test.each(OWNER_ROUTES)('allows only $method for $path', async ({ path, method }) => {
    const response = await call(path, 'PATCH', { cookie });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe(method);
  });

  test('returns 404 to the owner for an unknown route', async () => {
    const response = await call(UNKNOWN_ROUTE.path, UNKNOWN_ROUTE.method, { cookie });
    expect(response.status).toBe(404);
  });
});

const nowInSeconds = Math.floor(Date.now() / 1000);
const unexpired = { expiresAt: nowInSeconds + 3600 };
const cookieWith = (session: string) => ({ cookie: `owner_session=${session}` });

// tests/unit/seal.test.ts covers the other forged sessions.
const STRANGERS = [
  { name: 'without a cookie', headers: {} },
  { name: 'with an empty session', headers: cookieWith('') },
  {
    name: 'with an unsealed session',
    headers: cookieWith(Buffer.from(JSON.stringify(unexpired)).toString('base64url')),
  },
  {
    name: 'with an expired session',
    headers: cookieWith(await sealSession({ expiresAt: nowInSeconds - 1 })),
  },
  {
    name: 'with a session sealed with another key',
    headers: cookieWith(await sealSession(unexpired, `${process.env['SIGNING_SECRET']}:a guess`)),
  },
];

describe('without a valid session', () => {
  // An unknown route returns 401 too, so strangers can't find out which routes exist.
  test.each([...OWNER_ROUTES, UNKNOWN_ROUTE])(
    'returns 401 for $path without calling Redis, Stripe or Blobs',
    async ({ path, method }) => {
      const callsBefore = shop.calls();
      for (const { name, headers } of STRANGERS) {
        const response = await call(path, method, headers);
        expect(response.status, name).toBe(401);
        await expectRefused(response, 401, 'not_logged_in');
      }
      expect(shop.calls()).toEqual(callsBefore);
    },
  );
});

describe('cross-site requests', () => {
  const POST_ROUTES: readonly Route[] = [
    { path: '/api/admin/login', method: 'POST' },
    ...OWNER_ROUTES.filter(({ method }) => method === 'POST'),
  ];

  test.each(POST_ROUTES)('rejects calls to $path from another site', async ({ path }) => {
    const headers = { cookie, origin: 'https://evil.example' };
    const response = await shop.post(path, { password: password() }, headers);
    await expectRefused(response, 403, 'origin_not_allowed');
  });
});

const logIn = (given: unknown, headers: HeadersInit = {}): Promise<Response> =>
  shop.post('/api/admin/login', given, headers);
const statusOfSession = async (headers: HeadersInit): Promise<number> =>
  (await call('/api/admin/session', 'GET', headers)).status;

const attributesOf = (setCookie: string): Set<string> => new Set(setCookie.split('; '));

describe('a session', () => {
  test('hides the session cookie from scripts and other sites', async () => {
    const response = await logIn({ password: password() });
    const [setCookie = ''] = response.headers.getSetCookie();
    expect(attributesOf(setCookie.replace(/=[\w-]+;/, ';'))).toEqual(
      new Set(['owner_session', 'HttpOnly', 'Max-Age=28800', 'Path=/', 'SameSite=Strict']),
    );
  });

  test('limits the session cookie to HTTPS and the shop’s host if the shop uses HTTPS', async () => {
    vi.resetModules();
    vi.stubEnv('PUBLIC_SITE_URL', 'https://shop.example');
    const { logoutCookie } = await import('../../netlify/admin/auth.ts');
    expect(attributesOf(logoutCookie())).toEqual(
      new Set([
        '__Host-owner_session=',
        'HttpOnly',
        'Max-Age=0',
        'Path=/',
        'SameSite=Strict',
        'Secure',
      ]),
    );
  });

  test('ends the session after eight hours', async () => {
    const headers = await logInAsOwner(shop);
    passTime(8 * HOUR_MS - SECOND_MS);
    expect(await statusOfSession(headers)).toBe(200);
    passTime(SECOND_MS);
    expect(await statusOfSession(headers)).toBe(401);
  });

  test('returns the expiration time that the login returned', async () => {
    const login = await logIn({ password: password() });
    const session = await call('/api/admin/session', 'GET', { cookie: cookiesOf(login) });
    expect(await session.json()).toEqual(await login.json());
  });
});

describe('a login', () => {
  test.each([
    {
      name: 'a wrong password',
      given: { password: 'a guess of mine' },
      status: 401,
      code: 'password_wrong',
    },
    {
      name: 'an empty password',
      given: { password: '' },
      status: 400,
      code: 'invalid_request',
    },
    {
      name: 'a password over 512 characters',
      given: { password: 'a guess of mine'.repeat(40) },
      status: 400,
      code: 'invalid_request',
    },
  ] as const)('rejects $name without logging it', async ({ given, status, code }) => {
    const response = await logIn(given);
    const output = (await response.clone().text()) + vi.mocked(console.warn).mock.calls.join();
    await expectRefused(response, status, code);
    expect(output).not.toContain('a guess of mine');
    expect(output).not.toContain(password());
  });

  const RIGHT = { password: password(), status: 200 };
  const WRONG = { password: 'a guess of mine', status: 401 };

  test.each([
    {
      name: 'five wrong passwords',
      client: '198.51.100.1',
      tries: [WRONG, WRONG, WRONG, WRONG, WRONG],
    },
    {
      name: 'four wrong passwords, even with a correct one in between',
      client: '198.51.100.2',
      tries: [WRONG, WRONG, WRONG, RIGHT, WRONG],
    },
  ])('rejects logins for a minute after $name', async ({ client, tries }) => {
    const logInAsClient = (given: string): Promise<Response> =>
      logIn({ password: given }, { 'x-nf-client-connection-ip': client });
    vi.setSystemTime(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS);
    for (const { password: given, status } of tries) {
      expect((await logInAsClient(given)).status).toBe(status);
    }

    await expectRefused(await logInAsClient(password()), 429, 'rate_limited');
    passTime(MINUTE_MS);
    expect((await logInAsClient(password())).status).toBe(200);
  });
});

test.each([
  {
    name: 'missing',
    setting: '',
    given: 'undefined',
    logged: 'ADMIN_PASSWORD is missing',
  },
  {
    name: 'an incomplete hash',
    setting: 'scrypt:abc',
    given: 'scrypt:abc',
    logged: 'ADMIN_PASSWORD is an incomplete hash',
  },
])('rejects every login and logs why if ADMIN_PASSWORD is $name', async (row) => {
  const consoleError = vi.spyOn(console, 'error').mockReturnValue();
  const headers = await logInAsOwner(shop);
  vi.stubEnv('ADMIN_PASSWORD', row.setting);
  vi.resetModules();
  const handle = await loadFunctions();
  const statusOf = async (path: string, init: RequestInit): Promise<number> =>
    (await handle(new Request(`${shop.siteUrl}/api/admin/${path}`, init))).status;

  expect(await statusOf('login', jsonPost({ password: row.given }))).toBe(500);
  expect(await statusOf('session', { headers })).toBe(401);
  expect(consoleError.mock.calls.join()).toContain(row.logged);
});
