import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { access, buy, orderKeys, setFaults, verify } from '../shop/buying.ts';
import { linkTo } from '../shop/downloading.ts';
import { CHAOS, type Call, DETAILS, type Row } from './chaos-table.ts';
import { openTestShop } from '../shop/shop.ts';
import { headerFaults } from '../headers.ts';
import { deliveryOf } from './stripe-calls.ts';

const shop = await openTestShop();
const fail = { Redis: shop.failRedis, Stripe: shop.failStripe, Blobs: shop.failBlobs };

const lowerCase = { Redis: 'redis', Stripe: 'stripe', Blobs: 'blobs' } as const;

/** What the eight calls of a row take at each service while nothing fails. */
const CALLS = { Redis: 16, Stripe: 6, Blobs: 3 };

const heal = (): void => {
  for (const set of Object.values(fail)) set('none');
};
beforeEach(async () => {
  heal();
  await shop.redis.flushall();
  await setFaults(shop, { webhooks: { hold: true } });
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(console, 'log').mockReturnValue();
});
afterEach(() => {
  heal();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A row in which a service is waited for in vain says the same of less than its 1.5 s or 5 s. */
const waitLess = (service: Row['service']): void => {
  const { timeout } = AbortSignal;
  const { setTimeout: wait } = globalThis;
  if (service === 'Redis') vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(300));
  else {
    vi.stubGlobal('setTimeout', (run: () => void, ms?: number, ...given: []) =>
      wait(run, ms === 5000 ? 1000 : ms, ...given),
    );
  }
};

/** An answer as the table writes it. */
const cellOf = async (asked: Promise<Response>): Promise<string> => {
  const response = await asked;
  expect(headerFaults(response.headers, 'answer')).toEqual([]);
  const body = await response.text().catch(() => null);
  if (body === null) return `${response.status}, then breaks off`;
  if (!response.ok) {
    const { code, detail } = JSON.parse(body);
    expect(detail).toBe(DETAILS[code]);
    return `${response.status} ${code}`;
  }
  const { failed } = /"failed":(?<failed>\d+)/.exec(body)?.groups ?? {};
  return failed === undefined ? `${response.status}` : `${response.status}, ${failed} failed`;
};

const keyOf = (session: string): string => `order:dev:${session}`;

const expectRow = async ({ service, fault, cells, kept }: Row): Promise<void> => {
  const known = await buy(shop, 'individual_guide_6_10');
  await verify(shop, known);
  const [returning, asking] = [await buy(shop, 'bundle'), await buy(shop, 'bundle')];
  const hooked = await buy(shop, 'bundle');
  const webhook = await deliveryOf(shop, 'checkout.session.completed');
  const link = await linkTo(shop, 'guide-1', known);
  const returns = (sessionId: string) => shop.post('/api/verify-payment', { sessionId });

  const calls: Record<Call, () => Promise<Response>> = {
    buys: () => shop.post('/api/create-payment', { productType: 'bundle' }),
    'returns, order known': () => returns(known),
    'returns, order new': () => returns(returning),
    'asks for files, order known': () => access(shop, 'guide-1', known),
    'asks for files, order new': () => access(shop, 'guide-1', asking),
    'fetches a file': () => shop.call(link),
    'webhook of a new order': webhook,
    reconciler: () => shop.post('/.netlify/functions/reconcile', {}),
  };
  fail[service](fault);
  if (fault === 'slow') waitLess(service);
  const before = shop.callsTo(lowerCase[service]);
  const entries = Object.entries(calls).map(async ([name, ask]) => [name, await cellOf(ask())]);
  expect(Object.fromEntries(await Promise.all(entries))).toEqual(cells);
  // Whoever retries, it is once: no more than twice the calls that a good day takes.
  expect(shop.callsTo(lowerCase[service]) - before).toBeLessThanOrEqual(2 * CALLS[service]);

  // What is kept while it lasts, and what becomes of it afterwards without anybody's help.
  heal();
  const keys = await orderKeys(shop);
  expect(keys).toContain(keyOf(known));
  const inRedis = keys.includes(keyOf(hooked)) ? 'in Redis' : 'at Stripe';
  expect(inRedis).toBe(kept);
  expect((await webhook()).status).toBe(200);
  expect((await shop.post('/.netlify/functions/reconcile', {})).status).toBe(200);
  const paid = [known, returning, asking, hooked];
  expect(await orderKeys(shop)).toEqual(expect.arrayContaining(paid.map(keyOf)));
  for (const session of paid) {
    expect(await verify(shop, session)).toMatchObject({ status: 'paid' });
    expect((await access(shop, 'guide-1', session)).status).toBe(200);
  }
};

test.each(CHAOS.map((row) => [row.service, row.fault, row.sees, row] as const))(
  'while %s fails by "%s" a parent sees %s',
  async (_service, _fault, _sees, row) => expectRow(row),
);
