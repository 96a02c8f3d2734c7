import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { sealSession } from '../../netlify/admin/auth.ts';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { ownerHeaders, password } from '../shop/owner.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();

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
const sealed = await sealSession(later);
const { cookie } = await ownerHeaders(shop);

/** The session cookies of callers who are not the owner. */
const FORGED = [
  '',
  Buffer.from(JSON.stringify(later)).toString('base64url'),
  (sealed.startsWith('A') ? 'B' : 'A') + sealed.slice(1),
  await sealSession({ expiresAt: later.expiresAt - 3601 }),
  await sealSession(later, `${'x'.repeat(32)}:${password()}`),
  await sealSession(later, `${secret}:guess`),
];
const STRANGERS = [{}, ...FORGED.map((session) => ({ cookie: `owner_session=${session}` }))];

/** Headers of the owner's browser for a request from another site. tests/http/requests.test.ts has every kind. */
const FOREIGN = [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }];

const call = (path: string, method: string, headers: HeadersInit) =>
  shop.call(`/api/admin/${path}`, { method, headers });

test('every function is either public or the owner’s, and the owner’s has only these routes', async () => {
  const names = (await loadRoutes()).map(({ name }) => name);
  expect(names.toSorted()).toEqual([...PUBLIC, 'admin'].toSorted());
  const source = await readFile('netlify/functions/admin.ts', 'utf8');
  const [, ofOwner] = source.split('app.use(');
  expect(ofOwner?.match(/^on\(/gm)).toHaveLength(OWNERS.length);
  for (const [path, method] of OWNERS) {
    const response = await call(path, 'PATCH', { cookie });
    expect([path, response.status, response.headers.get('allow')]).toEqual([path, 405, method]);
  }
});

test.each(OWNERS)('%s refuses everyone but the owner', async (path, method) => {
  const before = shop.calls();
  for (const headers of STRANGERS) {
    const response = await call(path, method, headers);
    const { code } = await response.json();
    expect([response.status, code], JSON.stringify(headers)).toEqual([401, 'not_logged_in']);
    expect(response.headers.getSetCookie()).toEqual([]);
  }
  expect(shop.calls()).toEqual(before);
});

test('to a stranger, the owner’s routes look like any other', async () => {
  for (const path of ['no-such-route', 'orders', 'orders/x/y']) {
    expect((await call(path, 'PATCH', {})).status).toBe(401);
  }
  expect((await call('no-such-route', 'GET', { cookie })).status).toBe(404);
});

const POSTED = ['login', ...OWNERS.flatMap(([path, method]) => (method === 'POST' ? [path] : []))];

test.each(POSTED)(
  '%s refuses a request that another site makes the owner’s browser send',
  async (path) => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const headers = { cookie, 'content-type': 'application/json' };
    for (const foreign of FOREIGN) {
      const response = await shop.call(`/api/admin/${path}`, {
        method: 'POST',
        headers: { ...headers, ...foreign },
        body: JSON.stringify({ password: password() }),
      });
      expect([response.status, (await response.json()).code]).toEqual([403, 'origin_not_allowed']);
      expect(response.headers.getSetCookie()).toEqual([]);
    }
  },
);
