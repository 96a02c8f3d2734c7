import { afterEach, describe, expect, test, vi } from 'vitest';
import { sealSession } from '../../netlify/admin/session.ts';
import { ownerHeaders, password } from '../shop/owner.ts';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const routes = await loadRoutes();

/** What anybody may call. */
const PUBLIC: ReadonlySet<string> = new Set([
  'create-payment',
  'files',
  'find-purchase',
  'health',
  'mail-webhook',
  'not-found',
  'orders',
  'products',
  'purchase-page',
  'reconcile',
  'secure-file-access',
  'send-announcements',
  'opt-out',
  'stripe-webhook',
  'verify-payment',
]);

const GET = ['GET'] as const;
const POST = ['POST'] as const;

/** What answers the owner alone, by the methods that it knows: a new function has to be told to one side. */
const OWNERS: Readonly<Record<string, readonly string[]>> = {
  'admin-announcements': ['GET', 'POST'],
  'admin-find-order': POST,
  'admin-guide': GET,
  'admin-logout': POST,
  'admin-order': ['GET', 'POST'],
  'admin-orders': GET,
  'admin-orders-csv': GET,
  'admin-receipt': POST,
  'admin-reconciler': GET,
  'admin-sales': GET,
  'admin-session': GET,
  'admin-guides': ['GET', 'POST'],
  'admin-upload': ['POST', 'DELETE'],
  'admin-upload-part': ['PUT'],
  'admin-uploads': POST,
  upload: POST,
};

/** The one way in: it needs no session, but the right origin and the password. */
const LOGIN = 'admin-login';

afterEach(() => void vi.useRealTimers());

const now = (): number => Math.floor(Date.now() / 1000);
const key = () => ({
  signingSecret: process.env['SIGNING_SECRET'] ?? '',
  password: password(),
});
const cookie = (sealed: string) => ({ cookie: `owner_session=${sealed}` });
const later = () => ({ expiresAt: now() + 3600 });

/** What callers who are not the owner bring along. */
const STRANGERS: Readonly<Record<string, () => Promise<Record<string, string>>>> = {
  'no cookie': async () => ({}),
  'an empty cookie': async () => cookie(''),
  'a forged cookie': async () => cookie(Buffer.from(JSON.stringify(later())).toString('base64url')),
  'a cookie with one letter changed': async () => {
    const sealed = await sealSession(later(), key());
    return cookie((sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1));
  },
  'an expired cookie': async () => cookie(await sealSession({ expiresAt: now() - 1 }, key())),
  "another secret's cookie": async () =>
    cookie(await sealSession(later(), { ...key(), signingSecret: 'x'.repeat(32) })),
  "another password's cookie": async () =>
    cookie(await sealSession(later(), { ...key(), password: 'guess' })),
  'the cookie that only names a browser': async () => {
    const headers = await ownerHeaders(shop);
    const browser = /owner_browser=([\w-]+)/.exec(headers.cookie)?.[1] ?? '';
    return { cookie: `owner_session=${browser}; owner_browser=${browser}` };
  },
};

const requestsTo = (functions: Readonly<Record<string, readonly string[]>>) =>
  routes.flatMap(({ name, paths, handle }) =>
    paths.flatMap((path) => {
      const url = new URL(path.replaceAll(/:\w+/g, 'x'), shop.siteUrl);
      return (functions[name] ?? []).map((method) => ({ name, method, handle, url }));
    }),
  );

const owned = requestsTo(OWNERS);
const all = [...owned, ...requestsTo({ [LOGIN]: POST })];
const changing = all.filter(({ method }) => method !== 'GET' && method !== 'HEAD');

test('every function is either for anybody or for the owner', () => {
  const told = [...PUBLIC, ...Object.keys(OWNERS), LOGIN];
  expect(routes.map(({ name }) => name).toSorted()).toEqual(told.toSorted());
});

describe.each(owned)('$method $name', ({ method, handle, url }) => {
  test.each(Object.keys(STRANGERS))(
    'refuses who comes with %s, and asks nothing outside',
    async (who) => {
      const before = shop.calls();
      const headers = (await STRANGERS[who]?.()) ?? {};
      const asked = shop.calls();
      const response = await handle(new Request(url, { method, headers }));
      expect(response.status).toBe(401);
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(await response.text()).toMatch(/"code":"not_logged_in"|name="password"/);
      expect(shop.calls()).toEqual(who.includes('browser') ? asked : before);
    },
  );
});

describe.each(changing)('$method $name', ({ method, handle, url }) => {
  test.each([
    ['another Origin', { origin: 'https://evil.example' }],
    ['no Origin to tell', { origin: 'null' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbor below the same domain', { 'sec-fetch-site': 'same-site' }],
  ])('refuses what the owner is made to send by %s', async (_whose, given) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const headers = { ...(await ownerHeaders(shop)), ...given };
    const response = await handle(new Request(url, { method, headers }));
    expect([response.status, (await response.json()).code]).toEqual([403, 'origin_not_allowed']);
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});

describe.each(all)('$name', ({ name, handle, url }) => {
  const known = OWNERS[name] ?? POST;

  test.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((m) => !known.includes(m)))(
    'does nothing for a %s, even of the owner',
    async (method) => {
      const headers = await ownerHeaders(shop);
      const response = await handle(new Request(url, { method, headers }));
      expect(response.status).toBe(405);
      expect(response.headers.get('allow')).toBe(known.join(', '));
    },
  );
});
