import { afterEach, beforeEach, expect, test } from 'vitest';
import { byDepth } from '../depth.ts';
import { access, buy, buyKnown, deliveryOf, orderKeys, verify } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import type { Failure } from '../shop/network.ts';

const shop = await openMailShop({ withMail: false });
const fail = { redis: shop.failRedis, stripe: shop.failStripe, blobs: shop.failBlobs };

type Service = 'redis' | 'stripe' | 'blobs';

const EVERY_FAILURE: readonly Failure[] = ['refused', 'slow', '429', '500', 'cut'];

type Outcome =
  | 'works'
  | 'breaks off'
  | 'has work left'
  | 'payment_unavailable'
  | 'temporarily_unavailable';

/** A "recorded" order is in Redis. A "new" one is not. */
type Outcomes = {
  readonly checkout: Outcome;
  readonly returnOfRecordedOrder: Outcome;
  readonly returnOfNewOrder: Outcome;
  readonly linksOfRecordedOrder: Outcome;
  readonly linksOfNewOrder: Outcome;
  readonly download: Outcome;
  readonly webhookOfNewOrder: Outcome;
  readonly schedule: Outcome;
};

const ALL_WORKS: Outcomes = {
  checkout: 'works',
  returnOfRecordedOrder: 'works',
  returnOfNewOrder: 'works',
  linksOfRecordedOrder: 'works',
  linksOfNewOrder: 'works',
  download: 'works',
  webhookOfNewOrder: 'works',
  schedule: 'works',
};

type Outage = {
  readonly service: Service;
  readonly failures: readonly Failure[];
  readonly expected: Outcomes;
  /**
   * The maximum number of calls to the failing service, across all requests. Each call is attempted
   * at most twice.
   */
  readonly maxCalls: number;
};

const OUTAGES: readonly Outage[] = [
  {
    // Parents notice nothing, except that they wait a few seconds longer.
    service: 'redis',
    failures: byDepth<readonly Failure[]>(['cut'], [...EVERY_FAILURE, 'used up']),
    expected: {
      ...ALL_WORKS,
      webhookOfNewOrder: 'temporarily_unavailable',
      schedule: 'temporarily_unavailable',
    },
    maxCalls: 32,
  },
  {
    // Parents whose order is recorded can download as usual.
    service: 'stripe',
    failures: byDepth<readonly Failure[]>(['500'], EVERY_FAILURE),
    expected: {
      ...ALL_WORKS,
      checkout: 'payment_unavailable',
      returnOfNewOrder: 'payment_unavailable',
      linksOfNewOrder: 'payment_unavailable',
      webhookOfNewOrder: 'payment_unavailable',
      schedule: 'has work left',
    },
    maxCalls: 12,
  },
  {
    // Parents are told that their order is paid, and are asked to try the download again.
    service: 'blobs',
    failures: byDepth<readonly Failure[]>(['cut'], EVERY_FAILURE),
    expected: {
      ...ALL_WORKS,
      linksOfRecordedOrder: 'temporarily_unavailable',
      linksOfNewOrder: 'temporarily_unavailable',
      download: 'temporarily_unavailable',
    },
    maxCalls: 16,
  },
];

const STATUSES: Readonly<Partial<Record<Outcome, number>>> = {
  payment_unavailable: 502,
  temporarily_unavailable: 503,
};

beforeEach(shop.startAnew);
afterEach(() => {
  shop.failBlobs('none');
});

const outcomeOf = async (responding: Promise<Response>): Promise<Outcome> => {
  const response = await responding;
  const body = await response.text().catch(() => null);
  if (body === null) return 'breaks off';
  if (response.ok) return body.includes('"isDone":false') ? 'has work left' : 'works';
  const code: Outcome = JSON.parse(body).code;
  expect(response.status, code).toBe(STATUSES[code]);
  return code;
};

const WORDS: Readonly<Record<Failure, string>> = {
  refused: 'refuses connections',
  slow: 'never responds',
  429: 'responds with 429',
  500: 'responds with 500',
  'used up': 'has used up its quota',
  cut: 'cuts off its responses',
};

const CASES = OUTAGES.flatMap(({ failures, ...outage }) =>
  failures.map((failure) => ({ ...outage, failure, fails: WORDS[failure] })),
);

test.each(CASES)(
  'serves requests that do not need $service while it $fails, then recovers',
  async ({ service, failure, expected, maxCalls }) => {
    const recorded = await buyKnown(shop, 'individual_guide_6_10');
    const returning = await buy(shop, 'bundle');
    const asking = await buy(shop, 'bundle');
    const reported = await buy(shop, 'bundle');
    const deliverWebhook = await deliveryOf(shop, 'checkout.session.completed');
    const link = await linkTo(shop, 'guide-1', recorded);
    const returnFrom = (sessionId: string) => shop.post('/api/verify-payment', { sessionId });

    fail[service](failure);
    const before = shop.callsTo(service);
    const [
      checkout,
      returnOfRecordedOrder,
      returnOfNewOrder,
      linksOfRecordedOrder,
      linksOfNewOrder,
      download,
      webhookOfNewOrder,
      schedule,
    ] = await Promise.all([
      outcomeOf(shop.post('/api/create-payment', { productType: 'bundle' })),
      outcomeOf(returnFrom(recorded)),
      outcomeOf(returnFrom(returning)),
      outcomeOf(access(shop, 'guide-1', recorded)),
      outcomeOf(access(shop, 'guide-1', asking)),
      outcomeOf(shop.call(link)),
      outcomeOf(deliverWebhook()),
      outcomeOf(shop.runSchedule()),
    ]);
    expect({
      checkout,
      returnOfRecordedOrder,
      returnOfNewOrder,
      linksOfRecordedOrder,
      linksOfNewOrder,
      download,
      webhookOfNewOrder,
      schedule,
    }).toEqual(expected);
    expect(shop.callsTo(service) - before).toBeLessThanOrEqual(maxCalls);

    fail[service]('none');
    expect((await deliverWebhook()).status).toBe(200);
    expect((await shop.runSchedule()).status).toBe(200);
    for (const session of [recorded, returning, asking, reported]) {
      expect(await orderKeys(shop)).toContain(`order:dev:${session}`);
      expect((await access(shop, 'guide-1', session)).status).toBe(200);
    }
  },
);

test('serves a buyer if Redis fails between reading and writing an order', async () => {
  const session = await buy(shop, 'bundle');
  let commands = 0;
  const served = await shop.runOnce(
    () => verify(shop, session),
    async (_call, send, { url }) => {
      if (url.endsWith('/pipeline')) commands += 1;
      return commands > 2 && url.endsWith('/pipeline') ? new Response('', { status: 500 }) : send();
    },
  );
  expect(served).toMatchObject({ status: 'paid' });
  expect(await orderKeys(shop)).toEqual([]);
});
