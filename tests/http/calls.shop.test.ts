import { expect, test, vi } from 'vitest';
import { ACTIVE, PRODUCTS } from '../catalog.ts';
import { access, buy, buyKnown, control, deliveryOf, setFaults } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { ownerClient } from '../shop/owner.ts';
import { makePdf } from '../shop/pdfs.ts';
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

const check = (sessionId: string) => post('/api/verify-payment', { sessionId });
const checkWithFiles = (sessionId: string) =>
  post('/api/verify-payment', { sessionId, files: true });
const checkOut = () => post('/api/create-payment', { productType: 'bundle' });
const openPage = (session: string) => post(`/guide-download?session_id=${session}`, null);
const report = () => owner.call('/api/admin/report?period=this-month');
const upload = async () => owner.upload({ bytes: await makePdf() });

const unreported = () => buy(shop, GUIDE);
const known = () => buyKnown(shop, GUIDE);
const link = async () => linkTo(shop, 'guide-1', await known());
const refunded = async () => (await control(shop, 'refund', { session: await known() })).id;
const bundle = () => buyKnown(shop, 'bundle');
const deliverPaid = async () => (await deliveryOf(shop, 'checkout.session.completed'))();
const deliverRefund = async () => (await deliveryOf(shop, 'refund.created'))();
const nothing = async () => '';

type Row = readonly [
  what: string,
  cost: readonly [status: number, redis: number, stripe: number, blobs: number],
  arrange: () => Promise<string>,
  counted: (given: string) => Promise<Response>,
];

/**
 * The calls of Redis, Stripe and Blobs. An unrecorded session costs a count before Stripe is asked and a write after it.
 */
const ROWS: readonly Row[] = [
  // First, since a run reads the events of earlier rows.
  ['a run that finds an order', [200, 7, 3, 0], unreported, shop.runSchedule],
  ['a run that finds nothing', [200, 5, 1, 0], nothing, shop.runSchedule],
  ['the event of a payment', [200, 2, 2, 0], unreported, deliverPaid],
  ['the event of a refund', [200, 3, 2, 0], refunded, deliverRefund],
  ['a new checkout', [200, 1, 1, 0], nothing, checkOut],
  ['an unrecorded order', [200, 3, 2, 1], unreported, check],
  ['a recorded order', [200, 1, 0, 1], known, check],
  ['an unknown session', [200, 2, 1, 0], async () => 'cs_test_nobody', check],
  ['a bundle with its files', [200, 1, 0, FILES], bundle, checkWithFiles],
  ['a link to a guide', [200, 1, 0, 1], known, (session) => access(shop, 'guide-1', session)],
  ['a guide', [200, 2, 0, 2], link, (address) => call(address)],
  ['a page without scripts', [200, 1, 0, 1], known, openPage],
  ['a report of a month', [200, 2, 0, 0], nothing, report],
  // Redis knows which buyers wait for a file. A copy of any product's editions is refused.
  ['an upload', [200, 1, 0, 5 + PRODUCTS.length], nothing, upload],
];

test.each(ROWS)('%s costs these calls, and its line in the log says so', async (...row) => {
  const [what, cost, arrange, counted] = row;
  const given = await arrange();
  vi.mocked(console.log).mockClear();
  const before = shop.calls();
  const response = await counted(given);
  await response.arrayBuffer();
  const made = [response.status, ...shop.callsSince(before)];
  expect(made, 'status, Redis, Stripe, Blobs').toEqual(cost);
  const [status, redis, stripe, blobs] = cost;
  const lines = vi.mocked(console.log).mock.calls.map(([text]) => JSON.parse(String(text)));
  // The note of a fetch follows the first bytes, and so the line.
  const late = what === 'a guide' ? 1 : 0;
  expect(lines.filter(({ event }) => event === 'request')).toMatchObject([
    {
      requestId: response.headers.get('x-request-id'),
      route: expect.any(String),
      status,
      asked: { redis: redis - late, stripe, blobs, mail: 0 },
    },
  ]);
});
