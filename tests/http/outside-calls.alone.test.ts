import { describe, expect, test, vi } from 'vitest';
import { headerFaults } from '../headers.ts';
import { setFaults } from '../shop/buying.ts';
import { loadRoutes } from '../../netlify/local/routes.ts';
import { openTestShop } from '../shop/shop.ts';
import { buyerCalls } from './buyer-calls.ts';
import { countRounds } from './rounds.ts';
import { stripeCalls } from './stripe-calls.ts';

// Before the shop is opened, since Stripe's SDK keeps the `fetch` that it finds.
const roundsOf = countRounds();
const shop = await openTestShop();
const routes = await loadRoutes();
for (const told of ['log', 'warn'] as const) vi.spyOn(console, told).mockReturnValue();
// What is counted is sent by the test alone.
await setFaults(shop, { webhooks: { hold: true } });

const CALLS = { ...stripeCalls(shop), ...(await buyerCalls(shop)) };

/** The status and the calls, as a row of the table has them. */
const costOf = async (call: () => Promise<Response>) => {
  const before = shop.calls();
  let response = new Response();
  const { rounds, leftBehind } = await roundsOf(async () => {
    response = await call();
    await response.arrayBuffer();
  });
  // A function that is frozen after its answer loses what it has sent behind it.
  expect(leftBehind, 'calls that the answer did not wait for').toBe(0);
  return { response, cost: [response.status, ...shop.callsSince(before), rounds] };
};

/** That of unknown addresses answers with a page of the site. */
const faultsOf = (name: string, { headers }: Response): string[] =>
  headerFaults(headers, name === 'not-found' ? 'site' : 'answer');

test('the table has every function', () => {
  const names = routes.map(({ name }) => name);
  expect(Object.keys(CALLS).toSorted()).toEqual(names.toSorted());
});

/** Their last question follows the first bytes, behind the line; and this one logs the path alone. */
const LOGS_LESS: ReadonlySet<string> = new Set(['files', 'not-found']);

describe.each(Object.entries(CALLS))('%s', (name, rows) => {
  test.each(Object.entries(rows))(
    '%s: asks outside what the table says, logs that, and answers with every security header',
    async (_situation, [expected, arrange]) => {
      const call = await arrange();
      vi.mocked(console.log).mockClear();
      const { response, cost } = await costOf(call);
      expect(cost, 'status, Redis, Stripe, Blobs, rounds').toEqual(expected);
      expect(faultsOf(name, response)).toEqual([]);
      if (LOGS_LESS.has(name)) return;
      const [status, redis, stripe, blobs] = expected;
      const line = { status, asked: { redis, stripe, blobs, mail: 0 } };
      const lines = vi.mocked(console.log).mock.calls.map(([text]) => String(text));
      const ofRequests = lines.filter((text) => text.includes('"event":"request"'));
      expect(ofRequests.map((text) => JSON.parse(text))).toEqual([expect.objectContaining(line)]);
    },
  );
});

/** A stranger learns nothing of the owner's routes, and the 404 page answers any method. */
const REFUSALS: ReadonlyMap<string, number> = new Map([
  ['admin', 401],
  ['not-found', 404],
]);
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

test.each(routes)(
  '$name sends every security header with errors too, and asks nothing outside for a method it does not know',
  async ({ name, paths, handle }) => {
    for (const pattern of paths) {
      const address = new URL(pattern.replaceAll(/:\w+|\*/g, 'none'), shop.siteUrl);
      for (const method of METHODS) {
        const response = await handle(new Request(address, { method }));
        expect(faultsOf(name, response), `${method} ${pattern}`).toEqual([]);
      }
      const { cost } = await costOf(() => handle(new Request(address, { method: 'PATCH' })));
      expect(cost).toEqual([REFUSALS.get(name) ?? 405, 0, 0, 0, 0]);
    }
  },
);
