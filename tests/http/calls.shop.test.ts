import { expect, test, vi } from 'vitest';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { ACTIVE } from '../catalogue.ts';
import {
  access,
  buy,
  buyKnown,
  control,
  deliveryOf,
  openSession,
  setFaults,
} from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { ownerClient } from '../shop/owner.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);
const { call, post } = shop;
for (const level of ['log', 'warn'] as const) vi.spyOn(console, level).mockReturnValue();
// The test alone sends webhooks.
await setFaults(shop, { webhooks: { hold: true } });

const GUIDE = 'individual_guide_6_10';
/** The files of a bundle. */
const FILES = ACTIVE.length;

const check = (sessionId: string, more: object = {}) =>
  post('/api/verify-payment', { sessionId, ...more });

/** A buyer's first order. A later one takes another call, for the earlier ones. */
const first = async (): Promise<string> => {
  const session = await openSession(shop, GUIDE);
  await control(shop, 'pay', { session, email: `${session.slice(-12).toLowerCase()}@example.com` });
  return session;
};
const firstKnown = async (): Promise<string> => {
  const session = await first();
  await check(session);
  return session;
};
const unreported = () => buy(shop, GUIDE);
const known = () => buyKnown(shop, GUIDE);
const link = async () => linkTo(shop, 'guide-1', await known());
const paidEvent = async () => {
  await unreported();
  return deliveryOf(shop, 'checkout.session.completed');
};
const refundEvent = async () => {
  await control(shop, 'refund', { session: await known() });
  return deliveryOf(shop, 'refund.created');
};
const nothing = async () => '';

type Cost = readonly [status: number, redis: number, stripe: number, blobs: number];

const row = <T>(
  what: string,
  cost: Cost,
  arrange: () => Promise<T>,
  counted: (given: T) => Promise<Response>,
) => ({
  what,
  cost,
  arrange: async () => {
    const given = await arrange();
    return () => counted(given);
  },
});

/**
 * The calls of Redis, Stripe and Blobs. An unrecorded session costs a count before Stripe is asked and a write after it.
 */
const ROWS = [
  // First, since a run reads the events of earlier rows.
  row('a run that finds an order', [200, 6, 2, 0], unreported, shop.runSchedule),
  row('a run that finds nothing', [200, 4, 1, 0], nothing, shop.runSchedule),
  row('the event of a payment', [200, 2, 1, 0], paidEvent, (deliver) => deliver()),
  row('the event of a refund', [200, 3, 1, 0], refundEvent, (deliver) => deliver()),
  row('a new checkout', [200, 1, 1, 0], nothing, () =>
    post('/api/create-payment', { productType: 'bundle' }),
  ),
  row('a buyer’s first order', [200, 4, 1, 0], first, check),
  row('a recorded order', [200, 2, 0, 0], firstKnown, check),
  row('an unknown session', [200, 2, 1, 0], async () => 'cs_test_nobody', check),
  row(
    'a bundle with its files',
    [200, 1, 0, FILES],
    () => buyKnown(shop, 'bundle'),
    (session) => check(session, { files: true }),
  ),
  row('a link to a guide', [200, 1, 0, 1], known, (session) => access(shop, 'guide-1', session)),
  row('a guide', [200, 2, 0, 2], link, (address) => call(address)),
  row('a page without scripts', [200, 1, 0, 1], known, (session) =>
    call(`/guide-download?session_id=${session}`, { method: 'POST' }),
  ),
  row('a report of a month', [200, 2, 0, 0], nothing, () =>
    owner.call('/api/admin/report?period=this-month'),
  ),
];

test.each(ROWS)('$what costs these calls, and its line in the log says so', async (given) => {
  const { what, cost, arrange } = given;
  const counted = await arrange();
  vi.mocked(console.log).mockClear();
  const before = shop.calls();
  const response = await counted();
  await response.arrayBuffer();
  const made = [response.status, ...shop.callsSince(before)];
  expect(made, 'status, Redis, Stripe, Blobs').toEqual(cost);
  const [status, redis, stripe, blobs] = cost;
  const lines = vi.mocked(console.log).mock.calls.map(([text]) => JSON.parse(String(text)));
  // The note of a fetch follows the first bytes, and so the line.
  const late = what === 'a guide' ? 1 : 0;
  expect(lines.filter(({ event }) => event === 'request')).toMatchObject([
    { status, asked: { redis: redis - late, stripe, blobs, mail: 0 } },
  ]);
});

/** A stranger cannot find out the owner's routes, and the 404 page takes every method. */
const STATUSES: ReadonlyMap<string, number> = new Map([
  ['admin', 401],
  ['not-found', 404],
]);

test.each(await loadRoutes())(
  '$name refuses an unknown method',
  async ({ name, paths, handle }) => {
    for (const pattern of paths) {
      const address = new URL(pattern.replaceAll(/:\w+|\*/g, 'none'), shop.siteUrl);
      const before = shop.calls();
      const { status } = await handle(new Request(address, { method: 'PATCH' }));
      expect(status).toBe(STATUSES.get(name) ?? 405);
      expect(shop.callsSince(before)).toEqual([0, 0, 0]);
    }
  },
);
