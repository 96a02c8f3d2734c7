import { beforeEach, describe, expect, test } from 'vitest';
import { type Tally, countShared, createLocalCounter } from '../../netlify/http/counters.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
beforeEach(() => shop.redis.flushall());

const HOUR = 3600;
/** Within hours, so that no count is forgotten on a slow machine before it is asked for. */
const tally = (name: string, most: number, hours: number, at: number): Tally => {
  return { name, most, windowInSeconds: hours * HOUR, window: Math.floor(at / hours) };
};
/** Two calls of a client in sixty hours, three of all in one, and one call of each letter. */
const calls = (clients: string, at = 120) =>
  [...clients].map((client) => [tally(client, 2, 60, at), tally('total', 3, 1, at)]);

type Count = (tallies: readonly Tally[]) => number | Promise<number>;

/** For each call the first of its limits that is exceeded, or -1. */
const countAll = async (count: Count, all: readonly (readonly Tally[])[]) => {
  const exceeded: number[] = [];
  for (const tallies of all) exceeded.push(await count(tallies));
  return exceeded;
};

describe.each<[string, () => Count]>([
  ['an instance', () => createLocalCounter().count],
  ['all instances together', () => (tallies) => countShared('dev', tallies)],
])('the count of %s', (_whose, newCount) => {
  test.each([
    [
      'is kept for each client and in total, until the window ends',
      [...calls('aabc'), ...calls('ca', 121), ...calls('a', 180)],
      [-1, -1, -1, 1, -1, 0, -1],
    ],
    [
      'leaves the total alone for a call that its client may not make',
      calls('aaaaabc'),
      [-1, -1, 0, 0, 0, -1, 1],
    ],
    [
      'is one of its own for each window of a limit',
      [120, 121, 122, 180, 181].map((at) => [tally('a', 2, 60, at), tally('a', 3, 3600, at)]),
      [-1, -1, 0, -1, 1],
    ],
  ])('%s', async (_what, all, exceeded) => {
    expect(await countAll(newCount(), all)).toEqual(exceeded);
  });
});

test('an instance at its most tallies drops those that were idle longest', async () => {
  const { count } = createLocalCounter(2);
  const all = [...'aabacabbc'].map((client) => [tally(client, 2, 60, 120)]);
  // It keeps a and b, then a and c, then a and b ...
  expect(await countAll(count, all)).toEqual([-1, -1, -1, 0, -1, 0, -1, -1, -1]);
});

test('what is counted together is forgotten after its window', async () => {
  await countAll((tallies) => countShared('dev', tallies), calls('aa'));
  const [ofClient, total] = ['limit:dev:a:2', 'limit:dev:total:120'];
  expect((await shop.redis.keys('*')).toSorted()).toEqual([ofClient, total]);
  expect(await shop.redis.ttl(ofClient)).toBeGreaterThan(HOUR);
  expect(await shop.redis.ttl(ofClient)).toBeLessThanOrEqual(60 * HOUR);
  expect(await shop.redis.ttl(total)).toBeLessThanOrEqual(HOUR);
});
