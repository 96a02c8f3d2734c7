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
/** The files of a bundle. */
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
  /** Returns what `act` needs. */
  readonly arrange: () => Promise<string>;
  readonly act: (given: string) => Promise<Response>;
  /** The maximum number of calls to each service. */
  readonly most: { readonly redis: number; readonly stripe: number; readonly blobs: number };
  /** The number of Redis calls after the first bytes of the response, and so after its log line. */
  readonly redisAfterLog?: number;
};

/** For an unrecorded session, Redis is called before Stripe, to count, and after it, to write. */
const SITUATIONS: readonly Situation[] = [
  // First, since a run reads the events of earlier rows.
  {
    name: 'a run that finds an order',
    arrange: buyUnrecorded,
    act: shop.runSchedule,
    most: { redis: 7, stripe: 3, blobs: 0 },
  },
  {
    name: 'a run that finds nothing',
    arrange: doNothing,
    act: shop.runSchedule,
    most: { redis: 5, stripe: 1, blobs: 0 },
  },
  {
    name: 'the event of a payment',
    arrange: buyUnrecorded,
    act: deliverPaid,
    most: { redis: 2, stripe: 2, blobs: 0 },
  },
  {
    name: 'the event of a refund',
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
    name: 'an unrecorded order',
    arrange: buyUnrecorded,
    act: verify,
    most: { redis: 3, stripe: 2, blobs: 1 },
  },
  {
    name: 'a recorded order',
    arrange: buyRecorded,
    act: verify,
    most: { redis: 1, stripe: 0, blobs: 1 },
  },
  {
    name: 'an unknown session',
    arrange: async () => 'cs_test_nobody',
    act: verify,
    most: { redis: 2, stripe: 1, blobs: 0 },
  },
  {
    name: 'a bundle with its files',
    arrange: buyBundle,
    act: verifyWithFiles,
    most: { redis: 1, stripe: 0, blobs: FILES },
  },
  {
    name: 'a link to a guide',
    arrange: buyRecorded,
    act: (session) => access(shop, 'guide-1', session),
    most: { redis: 1, stripe: 0, blobs: 1 },
  },
  {
    name: 'a guide',
    arrange: findLink,
    act: (address) => call(address),
    most: { redis: 2, stripe: 0, blobs: 2 },
    redisAfterLog: 1,
  },
  {
    name: 'a page without scripts',
    arrange: buyRecorded,
    act: openPage,
    most: { redis: 1, stripe: 0, blobs: 1 },
  },
  {
    name: 'a report of a month',
    arrange: doNothing,
    act: readReport,
    most: { redis: 2, stripe: 0, blobs: 0 },
  },
  // Redis stores which buyers wait for a file. A copy of any product's editions is refused.
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

  test('has one line in the log, with these calls', () => {
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
