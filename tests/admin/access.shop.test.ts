import { expect, test, vi } from 'vitest';
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
  'invoice',
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
  'upgrade',
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
  'admin-refund': POST,
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

const now = Math.floor(Date.now() / 1000);
const later = { expiresAt: now + 3600 };
const key = { signingSecret: process.env['SIGNING_SECRET'] ?? '', password: password() };
const sealed = await sealSession(later, key);
const { cookie } = await ownerHeaders(shop);
const browser = /owner_browser=([\w-]+)/.exec(cookie)?.[1] ?? '';

/** The session cookies of callers who are not the owner. */
const FORGED: readonly string[] = [
  '',
  Buffer.from(JSON.stringify(later)).toString('base64url'),
  (sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1),
  await sealSession({ expiresAt: now - 1 }, key),
  await sealSession(later, { ...key, signingSecret: 'x'.repeat(32) }),
  await sealSession(later, { ...key, password: 'guess' }),
  // The cookie that only names a browser the owner has logged in with.
  browser,
];
const STRANGERS = [
  {},
  { cookie: `owner_browser=${browser}` },
  ...FORGED.map((session) => ({ cookie: `owner_session=${session}` })),
];

/** What the owner's browser adds to a request that another site makes it send. */
const FOREIGN = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
];

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'];

/** The functions of one side, each at each of its addresses. */
const functionsOf = (methods: Readonly<Record<string, readonly string[]>>) =>
  routes
    .flatMap(({ name, paths, handle }) =>
      paths.map((path) => {
        const url = new URL(path.replaceAll(/:\w+/g, 'x'), shop.siteUrl);
        const ask = (method: string, headers: HeadersInit) =>
          handle(new Request(url, { method, headers }));
        return { name, ask, known: methods[name] ?? [] };
      }),
    )
    .filter(({ known }) => known.length > 0);

const owned = functionsOf(OWNERS);
const all = [...owned, ...functionsOf({ [LOGIN]: POST })];

test('every function is either for anybody or for the owner', () => {
  const told = [...PUBLIC, ...Object.keys(OWNERS), LOGIN];
  expect(routes.map(({ name }) => name).toSorted()).toEqual(told.toSorted());
});

test.each(owned)('$name refuses whoever is not the owner', async ({ ask, known }) => {
  const before = shop.calls();
  for (const method of known) {
    for (const headers of STRANGERS) {
      const response = await ask(method, headers);
      expect(response.status, JSON.stringify(headers)).toBe(401);
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(await response.text()).toMatch(/"code":"not_logged_in"|name="password"/);
    }
  }
  expect(shop.calls()).toEqual(before);
});

test.each(all)('$name refuses what other sites make the owner send', async ({ ask, known }) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  for (const method of known.filter((one) => one !== 'GET')) {
    for (const foreign of FOREIGN) {
      const response = await ask(method, { cookie, ...foreign });
      expect([response.status, (await response.json()).code]).toEqual([403, 'origin_not_allowed']);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  }
});

test.each(all)(
  '$name does nothing for other methods, even of the owner',
  async ({ ask, known }) => {
    for (const method of METHODS.filter((one) => !known.includes(one))) {
      const response = await ask(method, { cookie });
      expect([response.status, response.headers.get('allow')]).toEqual([405, known.join(', ')]);
    }
  },
);
