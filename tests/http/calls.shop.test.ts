import { beforeAll, describe, expect, test, vi } from 'vitest';
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
// Only the test sends webhooks.
await setFaults(shop, { webhooks: { hold: true } });

const GUIDE = 'individual_guide_6_10';
/** The number of files in a bundle. */
const FILES = ACTIVE.length;

const verify = (sessionId: string) => post('/api/verify-payment', { sessionId });
const verifyWithFiles = (sessionId: string) =>
  post('/api/verify-payment', { sessionId, files: true });
const checkOut = () => post('/api/create-payment', { productType: 'bundle' });
const openPage = (session: string) => post(`/guide-download?session_id=${session}`, null);
const readReport = () => owner.call('/api/admin/report?period=this-month');
const upload = async () => owner.upload({ bytes: await makePdf() });

const buyUnrecorded = () => buy(shop, GUIDE);
const buyRecorded = () => buyKnown(shop, GUIDE);
const buyBundle = () => buyKnown(shop, 'bundle');
const findLink = async () => linkTo(shop, 'guide-1', await buyRecorded());
const refund = async () => (await control(shop, 'refund', { session: await buyRecorded() })).id;
const deliverPaid = async () => (await deliveryOf(shop, 'checkout.session.completed'))();
const deliverRefund = async () => (await deliveryOf(shop, 'refund.created'))();
const doNothing = async () => '';

type Situation = {
  readonly name: string;
  /** Returns the input of `act`, such as a session id. */
  readonly arrange: () => Promise<string>;
  readonly act: (given: string) => Promise<Response>;
  /** The maximum number of calls to each service. */
  readonly most: { readonly redis: number; readonly stripe: number; readonly blobs: number };
  /** The number of Redis calls after the response has begun. The log line does not count them. */
  readonly redisAfterLog?: number;
};

/**
 * For an unrecorded session, the shop calls Redis before Stripe to count the lookup, and after
 * Stripe to store the order.
 */
const SITUATIONS: readonly Situation[] = [
  // This row is first, since a run also reads the events that earlier rows cause.
  {
    name: 'a scheduled run that finds an order',
    arrange: buyUnrecorded,
    act: shop.runSchedule,
    most: { redis: 7, stripe: 3, blobs: 0 },
  },
  {
    name: 'a scheduled run that finds nothing',
    arrange: doNothing,
    act: shop.runSchedule,
    most: { redis: 5, stripe: 1, blobs: 0 },
  },
  {
    name: 'a webhook for a payment',
    arrange: buyUnrecorded,
    act: deliverPaid,
    most: { redis: 2, stripe: 2, blobs: 0 },
  },
  {
    name: 'a webhook for a refund',
    arrange: refund,
    act: deliverRefund,
    most: { redis: 3, stripe: 2, blobs: 0 },
  },
  {
    name: 'a new checkout',
    arrange: doNothing,
    act: checkOut,
    most: { redis: 1, stripe: 1, blobs: 0 },
  },
  {
    name: 'verifying an unrecorded order',
    arrange: buyUnrecorded,
    act: verify,
    most: { redis: 3, stripe: 2, blobs: 1 },
  },
  {
    name: 'verifying a recorded order',
    arrange: buyRecorded,
    act: verify,
    most: { redis: 1, stripe: 0, blobs: 1 },
  },
  {
    name: 'verifying an unknown session',
    arrange: async () => 'cs_test_nobody',
    act: verify,
    most: { redis: 2, stripe: 1, blobs: 0 },
  },
  {
    name: 'verifying a bundle and listing its files',
    arrange: buyBundle,
    act: verifyWithFiles,
    most: { redis: 1, stripe: 0, blobs: FILES },
  },
  {
    name: 'a request for a link to a guide',
    arrange: buyRecorded,
    act: (session) => access(shop, 'guide-1', session),
    most: { redis: 1, stripe: 0, blobs: 1 },
  },
  {
    name: 'a guide download',
    arrange: findLink,
    act: (address) => call(address),
    most: { redis: 2, stripe: 0, blobs: 2 },
    redisAfterLog: 1,
  },
  {
    name: 'a download page without scripts',
    arrange: buyRecorded,
    act: openPage,
    most: { redis: 1, stripe: 0, blobs: 1 },
  },
  {
    name: 'a request for a monthly report',
    arrange: doNothing,
    act: readReport,
    most: { redis: 2, stripe: 0, blobs: 0 },
  },
  // Redis stores which buyers are waiting for a file. Blobs stores the editions of each product,
  // and the shop rejects an upload that is a buyer's copy of one of them.
  {
    name: 'an upload',
    arrange: doNothing,
    act: upload,
    most: { redis: 1, stripe: 0, blobs: 5 + PRODUCTS.length },
  },
];

describe.each(SITUATIONS)('$name', ({ arrange, act, most, redisAfterLog = 0 }) => {
  let response: Response;
  let made: { redis: number; stripe: number; blobs: number };
  let logged: { event: string }[];

  beforeAll(async () => {
    const given = await arrange();
    vi.mocked(console.log).mockClear();
    const before = shop.calls();
    response = await act(given);
    await response.arrayBuffer();
    const [redis = 0, stripe = 0, blobs = 0] = shop.callsSince(before);
    made = { redis, stripe, blobs };
    logged = vi.mocked(console.log).mock.calls.map(([text]) => JSON.parse(String(text)));
  });

  test('succeeds with few calls to other services', () => {
    expect(response.status).toBe(200);
    expect(made.redis, 'Redis').toBeLessThanOrEqual(most.redis);
    expect(made.stripe, 'Stripe').toBeLessThanOrEqual(most.stripe);
    expect(made.blobs, 'Blobs').toBeLessThanOrEqual(most.blobs);
  });

  test('logs one line with the number of calls to each service', () => {
    expect(logged.filter(({ event }) => event === 'request')).toMatchObject([
      {
        requestId: response.headers.get('x-request-id'),
        route: expect.any(String),
        status: 200,
        asked: { ...made, redis: made.redis - redisAfterLog, mail: 0 },
      },
    ]);
  });
});
