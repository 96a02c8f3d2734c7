import { describe, expect, test, vi } from 'vitest';
import { unsubscribeLink } from '../../netlify/mail/unsubscribe.ts';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { numberOf } from '../../netlify/shop/words.ts';
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
import { ownerClient, password } from '../shop/owner.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
const owner = await ownerClient(shop);
const { call, post } = shop;
for (const told of ['log', 'warn'] as const) vi.spyOn(console, told).mockReturnValue();
// The test alone sends webhooks.
await setFaults(shop, { webhooks: { hold: true } });

const NOBODYS = 'cs_test_nobody';
const GUIDE = 'individual_guide_6_10';
/** Files that a bundle brings. */
const FILES = ACTIVE.length;
const MONTH = '/api/admin/report?period=this-month';

type Call = () => Promise<Response>;
/** Makes a situation. Returns the call that is counted. */
type Arrange = () => Promise<Call>;
const after =
  <T>(situation: () => Promise<T>, then: (given: T) => Promise<Response>): Arrange =>
  async () => {
    const given = await situation();
    return () => then(given);
  };
const just = (then: Call): Arrange => after(async () => {}, then);

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
const known = () => buyKnown(shop, GUIDE);
const bundle = () => buyKnown(shop, 'bundle');
const unreported = () => buy(shop, GUIDE);
const link = async () => linkTo(shop, 'guide-1', await known());
const numbered = async () => numberOf(await known());
const ask = (session: string) => access(shop, 'guide-1', session);
const create = (productType: string) => post('/api/create-payment', { productType });
const check = (sessionId: string) => post('/api/verify-payment', { sessionId });
const checkWithFiles = (sessionId: string) =>
  post('/api/verify-payment', { sessionId, files: true });
const show = (session: string) => call(`/guide-download?session_id=${session}`, { method: 'POST' });
const read = (session: string) => call(`/api/orders?session_id=${session}`);
const withdraw = (session: string) => call(`/api/withdraw?session_id=${session}`);
const find = () => post('/api/find-purchase', { email: 'a@b.example' });
const logIn = (given: string) => post('/api/admin/login', { password: given });
const unsubscribe = (address: string) =>
  call(new URL(address).pathname + new URL(address).search, { method: 'POST' });
const block = (number: string) =>
  owner.post(`/api/admin/orders/${number}/access`, { access: 'blocked' });

const eventAfter = (type: string) => async () => {
  await unreported();
  return deliveryOf(shop, type);
};
const refunded = async () => {
  await control(shop, 'refund', { session: await known() });
  return deliveryOf(shop, 'refund.created');
};
const deliveredTwice = async () => {
  const deliver = await eventAfter('checkout.session.completed')();
  await deliver();
  return deliver;
};
const runSchedule = () => post('/.netlify/functions/jobs', {});
const allKnown = async () => {
  await known();
  await runSchedule();
};

type Cost = readonly [status: number, redis: number, stripe: number, blobs: number];

/**
 * The requests of each function to each service. An unrecorded session costs a count before Stripe is asked and a write
 * after it.
 */
const CALLS: Readonly<
  Record<string, Readonly<Record<string, readonly [cost: Cost, arrange: Arrange]>>>
> = {
  // First, since a run reads the events of earlier rows.
  jobs: {
    'all is known': [[200, 4, 1, 0], after(allKnown, runSchedule)],
    'an order that no webhook reported': [[200, 6, 2, 0], after(unreported, runSchedule)],
  },
  'stripe-webhook': {
    'an event that is known': [[200, 2, 1, 0], deliveredTwice],
    'a session that was paid': [[200, 2, 1, 0], eventAfter('checkout.session.completed')],
    'a refund': [[200, 3, 1, 0], refunded],
    'an event of nothing kept': [[200, 0, 0, 0], eventAfter('payment_intent.succeeded')],
  },
  'create-payment': {
    'a new checkout': [[200, 1, 1, 0], just(() => create('bundle'))],
  },
  'verify-payment': {
    'a recorded order': [[200, 2, 0, 0], after(firstKnown, check)],
    'an order that no webhook reported': [[200, 4, 1, 0], after(first, check)],
    'a session that nobody paid': [[200, 2, 1, 0], just(() => check(NOBODYS))],
    'the bundle, with its files': [[200, 1, 0, FILES], after(bundle, checkWithFiles)],
  },
  orders: {
    'a recorded order': [[200, 1, 0, 0], after(known, read)],
  },
  'secure-file-access': {
    'a guide': [[200, 1, 0, 1], after(known, ask)],
    'a guide that no webhook reported': [[200, 3, 1, 1], after(unreported, ask)],
  },
  files: {
    'a guide': [[200, 2, 0, 2], after(link, (address) => call(address))],
    'its head': [[200, 1, 0, 1], after(link, (address) => call(address, { method: 'HEAD' }))],
    'with a forged ticket': [[403, 0, 0, 0], just(() => call('/api/files/forged'))],
  },
  'purchase-page': { 'a guide': [[200, 1, 0, 1], after(known, show)] },
  withdraw: {
    'in a shop that offers none': [[403, 1, 0, 0], after(known, withdraw)],
  },
  admin: {
    'the password': [[200, 1, 0, 0], just(() => logIn(password()))],
    'the list of orders': [[200, 2, 0, 0], after(known, () => owner.call('/api/admin/orders'))],
    'a block': [[200, 4, 0, 0], after(numbered, block)],
    'a report of a month': [[200, 2, 0, 0], just(() => owner.call(MONTH))],
    'the guides': [[200, 1, 0, FILES], just(() => owner.call('/api/admin/guides'))],
  },
  health: {
    'of a stranger': [[200, 0, 0, 0], just(() => call('/api/health'))],
    'of the owner': [[200, 3, 1, FILES], just(() => owner.call('/api/health'))],
  },
  products: { 'the list': [[200, 0, 0, 0], just(() => call('/api/products'))] },
  // This shop sends no mail.
  'find-purchase': { 'an address': [[503, 0, 0, 0], just(find)] },
  unsubscribe: {
    'a signed token': [[200, 1, 0, 0], just(() => unsubscribe(unsubscribeLink('a'.repeat(32))))],
  },
  'not-found': { 'a lost visitor': [[404, 0, 0, 0], just(() => call('/no-such-page'))] },
};

/** A file's last request follows its first bytes, after the log's line. Unknown addresses log the path alone. */
const LOGS_LESS: ReadonlySet<string> = new Set(['files', 'not-found']);

describe.each(Object.entries(CALLS))('%s', (name, rows) => {
  test.each(Object.entries(rows))('%s: asks and logs as the table says', async (...row) => {
    const [, [expected, arrange]] = row;
    const counted = await arrange();
    vi.mocked(console.log).mockClear();
    const before = shop.calls();
    const response = await counted();
    await response.arrayBuffer();
    const cost = [response.status, ...shop.callsSince(before)];
    expect(cost, 'status, Redis, Stripe, Blobs').toEqual(expected);
    if (LOGS_LESS.has(name)) return;
    const [status, redis, stripe, blobs] = expected;
    const lines = vi.mocked(console.log).mock.calls.map(([text]) => JSON.parse(String(text)));
    expect(lines.filter(({ event }) => event === 'request')).toMatchObject([
      { status, asked: { redis, stripe, blobs, mail: 0 } },
    ]);
  });
});

const routes = await loadRoutes();
/** A stranger cannot tell the owner's routes, and the 404 page has every method. */
const REFUSALS: ReadonlyMap<string, number> = new Map([
  ['admin', 401],
  ['not-found', 404],
]);

test.each(routes)('$name is in the table, and refuses an unknown method', async (route) => {
  expect(Object.keys(CALLS)).toContain(route.name);
  for (const pattern of route.paths) {
    const address = new URL(pattern.replaceAll(/:\w+|\*/g, 'none'), shop.siteUrl);
    const before = shop.calls();
    const { status } = await route.handle(new Request(address, { method: 'PATCH' }));
    expect([status, ...shop.callsSince(before)]).toEqual([
      REFUSALS.get(route.name) ?? 405,
      0,
      0,
      0,
    ]);
  }
});
