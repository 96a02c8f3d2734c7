import { beforeEach, describe, expect, test } from 'vitest';
import { type Tally, countShared, createLocalCounter } from '../../netlify/http/counters.ts';
import { openTestShop } from '../shop/shop.ts';

const shop = await openTestShop();
beforeEach(() => shop.redis.flushall());

const tally = (name: string, most: number, windowInSeconds: number, at = 120): Tally => ({
  name,
  most,
  windowInSeconds,
  window: Math.floor(at / windowInSeconds),
});

/** Two calls of a client in a minute, and three of all in a second. */
const call = (client: string, at?: number) => [tally(client, 2, 60, at), tally('total', 3, 1, at)];
const calls = (clients: string, at?: number) => [...clients].map((client) => call(client, at));

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
  test('is kept for each client and in total, until the window ends', async () => {
    const all = [...calls('aabc'), ...calls('ca', 121), ...calls('a', 180)];
    expect(await countAll(newCount(), all)).toEqual([-1, -1, -1, 1, -1, 0, -1]);
  });

  test('leaves the total alone for a call that its client may not make', async () => {
    expect(await countAll(newCount(), calls('aaaaabc'))).toEqual([-1, -1, 0, 0, 0, -1, 1]);
  });

  test('is one of its own for each window of a limit', async () => {
    const all = [120, 121, 122, 180, 181].map((at) => [
      tally('a', 2, 60, at),
      tally('a', 3, 3600, at),
    ]);
    expect(await countAll(newCount(), all)).toEqual([-1, -1, 0, -1, 1]);
  });
});

test('an instance at its most tallies drops those that were idle longest', async () => {
  const { count } = createLocalCounter(2);
  const all = [...'aabacabbc'].map((client) => [tally(client, 2, 60)]);
  // It keeps a and b, then a and c, then a and b ...
  expect(await countAll(count, all)).toEqual([-1, -1, -1, 0, -1, 0, -1, -1, -1]);
});

test('what is counted together is forgotten after its window', async () => {
  await countAll((tallies) => countShared('dev', tallies), calls('aa'));
  const keys = await shop.redis.keys('*');
  expect(keys.toSorted()).toEqual(['limit:dev:a:2', 'limit:dev:total:120']);
  const seconds = await Promise.all(keys.toSorted().map((key) => shop.redis.ttl(key)));
  expect(seconds[0]).toBeGreaterThan(1);
  expect(seconds[0]).toBeLessThanOrEqual(60);
  expect(seconds[1]).toBeLessThanOrEqual(1);
});
