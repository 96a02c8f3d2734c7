import { expect, test } from 'vitest';
import { type Tally, createLocalCounter } from '../../netlify/http/counters.ts';

const tally = (name: string, most: number, windowInSeconds: number, at = 120): Tally => ({
  name,
  most,
  windowInSeconds,
  window: Math.floor(at / windowInSeconds),
});
const ofClient = (client: string, at?: number) => tally(client, 2, 60, at);
const call = (client: string, at?: number) => [ofClient(client, at), tally('total', 3, 1, at)];

test('an instance counts each client, and what it serves in total', () => {
  const { count } = createLocalCounter();
  const full = ['a', 'a', 'a', 'a', 'b', 'c'].map((client) => count(call(client)));
  expect(full).toEqual([-1, -1, 0, 0, -1, 1]);
  expect(count(call('c', 121))).toBe(-1);
  expect(count(call('a', 121))).toBe(0);
  expect(count(call('a', 180))).toBe(-1);
});

test('a client has a count of its own for each window of one limit', () => {
  const { count } = createLocalCounter();
  const full = [120, 121, 122, 180, 181].map((at) =>
    count([ofClient('a', at), tally('a', 3, 3600, at)]),
  );
  expect(full).toEqual([-1, -1, 0, -1, 1]);
});

test('an instance at its most tallies drops those that were idle longest', () => {
  const { count } = createLocalCounter(2);
  const calls = ['a', 'a', 'b', 'a', 'c', 'a', 'b', 'b', 'c'];
  const full = calls.map((client) => count([ofClient(client)]));
  // It keeps a and b, then a and c, then a and b ...
  expect(full).toEqual([-1, -1, -1, 0, -1, 0, -1, -1, -1]);
});

test('a call over a limit of its client leaves every total alone', () => {
  const { count } = createLocalCounter();
  const full = ['a', 'a', 'a', 'a', 'b', 'c'].map((client) => {
    const own = [ofClient(client), tally(`long:${client}`, 1, 3600)];
    return count([...own, tally('total', 3, 1), tally('long:total', 9, 3600)]);
  });
  expect(full.at(-1)).toBe(-1);
});
