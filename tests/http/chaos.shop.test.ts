import { afterEach, beforeEach, expect, test } from 'vitest';
import { byDepth } from '../depth.ts';
import { access, buy, buyKnown, deliveryOf, orderKeys, verify } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { openMailShop } from '../shop/mail-shop.ts';
import type { Failure } from '../shop/network.ts';

const shop = await openMailShop({ withMail: false });
const fail = { redis: shop.failRedis, stripe: shop.failStripe, blobs: shop.failBlobs };

const NO_PAYMENTS = '502 payment_unavailable';
const NO_STORE = '503 temporarily_unavailable';

const FAULTS: readonly Failure[] = ['refused', 'slow', '429', '500', 'cut'];

/**
 * For each service that fails: what a parent sees, the answers that differ from those of a good day, and how often the
 * eight calls ask the service. A "known" order is recorded, a "new" one is not.
 */
const OUTAGES = {
  redis: {
    faults: byDepth<readonly Failure[]>(['cut'], [...FAULTS, 'used up']),
    sees: 'nothing of it: buys, reads that it is paid, and downloads, some seconds later',
    cells: { 'webhook of a new order': NO_STORE, schedule: NO_STORE },
    calls: 16,
  },
  stripe: {
    faults: byDepth<readonly Failure[]>(['500'], FAULTS),
    sees: '"Payment error" and may try again; whose order is known downloads as always',
    cells: {
      buys: NO_PAYMENTS,
      'returns, order new': NO_PAYMENTS,
      'asks for files, order new': NO_PAYMENTS,
      'webhook of a new order': NO_PAYMENTS,
      schedule: '"isDone":false',
    },
    calls: 6,
  },
  blobs: {
    faults: byDepth<readonly Failure[]>(['cut'], FAULTS),
    sees: 'that it is paid, and "Please try again in a moment." for the download',
    cells: {
      'asks for files, order known': NO_STORE,
      'asks for files, order new': NO_STORE,
      'fetches a file': NO_STORE,
    },
    calls: 8,
  },
};

beforeEach(shop.startAnew);
afterEach(() => {
  shop.failBlobs('none');
});

/** An answer as the table writes it; empty on a good day. */
const cellOf = async (asked: Promise<Response>): Promise<string> => {
  const response = await asked;
  const body = await response.text().catch(() => 'breaks off');
  if (!response.ok) return `${response.status} ${JSON.parse(body).code}`;
  const [failure = ''] = /breaks off|"isDone":false/.exec(body) ?? [];
  return failure;
};

test.each(
  (['redis', 'stripe', 'blobs'] as const).flatMap((service) =>
    OUTAGES[service].faults.map((fault) => [service, fault, OUTAGES[service].sees] as const),
  ),
)('while %s fails by "%s" a parent sees %s', async (service, fault) => {
  const { cells, calls } = OUTAGES[service];
  const known = await buyKnown(shop, 'individual_guide_6_10');
  const [returning, asking] = [await buy(shop, 'bundle'), await buy(shop, 'bundle')];
  const hooked = await buy(shop, 'bundle');
  const webhook = await deliveryOf(shop, 'checkout.session.completed');
  const link = await linkTo(shop, 'guide-1', known);
  const returns = (sessionId: string) => shop.post('/api/verify-payment', { sessionId });

  const acts = {
    buys: () => shop.post('/api/create-payment', { productType: 'bundle' }),
    'returns, order known': () => returns(known),
    'returns, order new': () => returns(returning),
    'asks for files, order known': () => access(shop, 'guide-1', known),
    'asks for files, order new': () => access(shop, 'guide-1', asking),
    'fetches a file': () => shop.call(link),
    'webhook of a new order': webhook,
    schedule: shop.runSchedule,
  };
  fail[service](fault);
  const before = shop.callsTo(service);
  const answers = await Promise.all(
    Object.entries(acts).map(async ([name, ask]) => [name, await cellOf(ask())]),
  );
  expect(Object.fromEntries(answers.filter(([, cell]) => cell !== ''))).toEqual(cells);
  // Each call is retried at most once.
  expect(shop.callsTo(service) - before).toBeLessThanOrEqual(2 * calls);

  // Once it works again, all orders are recorded and open.
  fail[service]('none');
  expect((await webhook()).status).toBe(200);
  expect((await shop.runSchedule()).status).toBe(200);
  for (const session of [known, returning, asking, hooked]) {
    expect(await orderKeys(shop)).toContain(`order:dev:${session}`);
    expect((await access(shop, 'guide-1', session)).status).toBe(200);
  }
});

test('a buyer is served though Redis fails between the reading of an order and its writing', async () => {
  const session = await buy(shop, 'bundle');
  let asked = 0;
  const served = await shop.runOnce(
    () => verify(shop, session),
    async (_call, send, { url }) =>
      url.endsWith('/pipeline') && (asked += 1) > 2 ? new Response('', { status: 500 }) : send(),
  );
  expect(served).toMatchObject({ status: 'paid' });
  expect(await orderKeys(shop)).toEqual([]);
});
