import { expect, test, vi } from 'vitest';
import { sealSession } from '../../netlify/admin/session.ts';
import { ownerHeaders, password } from '../shop/owner.ts';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const routes = await loadRoutes();

const words = (text: string): string[] => text.trim().split(/\s+/);

/** What anybody may call. */
const PUBLIC = words(`
  create-payment files find-purchase health not-found opt-out orders products purchase-page reconcile
  secure-file-access send-announcements stripe-webhook verify-payment withdraw`);

/** What answers the owner alone: a new function has to be told to one side. */
const OWNERS = words(`
  admin-announcements admin-find-order admin-guide admin-guides admin-logout admin-order admin-orders
  admin-orders-csv admin-receipt admin-report admin-session upload`);

/** The one way in: it needs no session, but the right origin and the password. */
const LOGIN = 'admin-login';

const later = { expiresAt: Math.floor(Date.now() / 1000) + 3600 };
const key = { signingSecret: process.env['SIGNING_SECRET'] ?? '', password: password() };
const sealed = await sealSession(later, key);
const { cookie } = await ownerHeaders(shop);

/** The session cookies of callers who are not the owner. */
const FORGED = [
  '',
  Buffer.from(JSON.stringify(later)).toString('base64url'),
  (sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1),
  await sealSession({ expiresAt: later.expiresAt - 3601 }, key),
  await sealSession(later, { ...key, signingSecret: 'x'.repeat(32) }),
  await sealSession(later, { ...key, password: 'guess' }),
];
const STRANGERS = [{}, ...FORGED.map((session) => ({ cookie: `owner_session=${session}` }))];

/** What the owner's browser adds to a request of another site. tests/http/origin.test.ts has every kind. */
const FOREIGN = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }];

/** The functions, each at each of its addresses and with the methods that it answers. */
const all = await Promise.all(
  routes
    .filter(({ name }) => [...OWNERS, LOGIN].includes(name))
    .flatMap(({ name, paths, handle }) => paths.map((path) => ({ name, path, handle })))
    .map(async ({ name, path, handle }) => {
      const url = new URL(path.replaceAll(/:\w+/g, 'x'), shop.siteUrl);
      const ask = (method: string, headers: HeadersInit) =>
        handle(new Request(url, { method, headers }));
      const odd = await ask('PATCH', { cookie });
      if (odd.status !== 405) throw new Error(`${name} takes PATCH: ${odd.status}`);
      return { name, ask, methods: odd.headers.get('allow')?.split(', ') ?? [] };
    }),
);
const owned = all.filter(({ name }) => name !== LOGIN);

test('every function is either for anybody or for the owner', () => {
  const told = [...PUBLIC, ...OWNERS, LOGIN];
  expect(routes.map(({ name }) => name).toSorted()).toEqual(told.toSorted());
});

test.each(owned)('$name refuses whoever is not the owner', async ({ ask, methods }) => {
  const before = shop.calls();
  for (const method of methods) {
    for (const headers of STRANGERS) {
      const response = await ask(method, headers);
      expect(response.status, JSON.stringify(headers)).toBe(401);
      expect(response.headers.get('set-cookie')).toBeNull();
      expect(await response.text()).toMatch(/"code":"not_logged_in"|name="password"/);
    }
  }
  expect(shop.calls()).toEqual(before);
});

test.each(all)('$name refuses what other sites make the owner send', async ({ ask, methods }) => {
  vi.spyOn(console, 'warn').mockReturnValue();
  for (const method of methods.filter((one) => one !== 'GET')) {
    for (const foreign of FOREIGN) {
      const response = await ask(method, { cookie, ...foreign });
      expect([response.status, (await response.json()).code]).toEqual([403, 'origin_not_allowed']);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  }
});
