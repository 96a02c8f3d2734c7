import { describe, expect, test, vi } from 'vitest';
import { headerFaults } from '../headers.ts';
import { buyerSituations } from './buyer-situations.ts';
import { setFaults } from '../shop/buying.ts';
import { type Arrange, OUTSIDE_CALLS } from './outside-calls.ts';
import { ownerSituations } from './owner-situations.ts';
import { loadRoutes } from '../shop/routes.ts';
import { shelfSituations } from './guide-situations.ts';
import { openTestShop } from '../shop/shop.ts';
import { stripeSituations } from './stripe-situations.ts';

let underWay = 0;
const { fetch } = globalThis;
globalThis.fetch = (...asked) => {
  underWay += 1;
  return fetch(...asked).finally(() => (underWay -= 1));
};

const shop = await openTestShop();
const routes = await loadRoutes();
for (const told of ['log', 'warn'] as const) vi.spyOn(console, told).mockReturnValue();
// What is counted is sent by the test alone.
await setFaults(shop, { webhooks: { hold: true } });

const situations: Readonly<Record<string, Readonly<Record<string, Arrange>>>> = {
  ...buyerSituations(shop),
  ...(await stripeSituations(shop)),
  ...(await ownerSituations(shop)),
  ...(await shelfSituations(shop)),
};

const count = () => (['redis', 'stripe', 'blobs'] as const).map(shop.callsTo);

/** The status and the calls, as a row of the table has them. */
const costOf = async (call: () => Promise<Response>) => {
  const before = count();
  const response = await call();
  await response.arrayBuffer();
  // A function that is frozen after its answer loses what it has sent behind it.
  expect(underWay, 'calls that the answer did not wait for').toBe(0);
  const calls = count().map((after, at) => after - (before[at] ?? 0));
  return { response, row: [response.status, ...calls] };
};

test('the table has every function', () => {
  const names = routes.map(({ name }) => name);
  expect(Object.keys(OUTSIDE_CALLS).toSorted()).toEqual(names.toSorted());
});

describe.each(Object.entries(OUTSIDE_CALLS))('%s', (name, rows) => {
  test.each(Object.entries(rows))(
    '%s: asks outside what the table says, and answers with every security header',
    async (situation, row) => {
      const call = await situations[name]?.[situation]?.();
      if (!call) throw new Error('nothing brings this about');
      const { response, row: seen } = await costOf(call);
      expect(seen, 'status, Redis, Stripe, Blobs').toEqual(row);
      expect(headerFaults(response.headers, 'answer')).toEqual([]);
    },
  );
});

test.each(routes.filter(({ name }) => name !== 'not-found'))(
  '$name asks nothing outside for a method that it does not know',
  async ({ paths, handle }) => {
    const url = new URL(paths[0]?.replaceAll(/:\w+/g, 'x') ?? '/', shop.siteUrl);
    const { row } = await costOf(() => handle(new Request(url, { method: 'PATCH' })));
    expect(row).toEqual([405, 0, 0, 0]);
  },
);
