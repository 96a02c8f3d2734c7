import { expect, test } from 'vitest';
import { createLocalCounter } from '../../netlify/http/counters.ts';
import { type Limit, secondsToWait, talliesOf } from '../../netlify/http/limits.ts';

const limit: Limit = {
  perClient: { most: 2, windowInSeconds: 60 },
  total: { most: 3, windowInSeconds: 1 },
  counted: 'shared',
};
const call = (client: string, at = 120) => talliesOf([['any', limit]], { client, at, factor: 1 });

test('who waits, waits for the end of the window of what was full', () => {
  const tallies = call('a', 1_000_000_015);
  expect([-1, 0, 1].map((full) => secondsToWait(tallies, full, 1_000_000_015))).toEqual([0, 5, 1]);
});

test('an instance counts each client, and what it serves in total', () => {
  const { count } = createLocalCounter();
  const full = ['a', 'a', 'a', 'a', 'b', 'c'].map((client) => count(call(client)));
  expect(full).toEqual([-1, -1, 0, 0, -1, 1]);
  expect(count(call('c', 121))).toBe(-1);
  expect(count(call('a', 121))).toBe(0);
  expect(count(call('a', 180))).toBe(-1);
});

test('an instance with no room for more clients forgets those that were quiet the longest', () => {
  const { count } = createLocalCounter(2);
  const { total: _, ...alone } = limit;
  const full = ['a', 'a', 'b', 'a', 'c', 'a', 'b', 'b', 'c'].map((client) =>
    count(talliesOf([['any', alone]], { client, at: 120, factor: 1 })),
  );
  // Room is for a and b, then a and c, then a and b ...
  expect(full).toEqual([-1, -1, -1, 0, -1, 0, -1, -1, -1]);
});

test('who is over a limit of their own leaves every total alone', () => {
  const { count } = createLocalCounter();
  const longer: Limit = {
    perClient: { most: 1, windowInSeconds: 3600 },
    total: { most: 9, windowInSeconds: 3600 },
    counted: 'shared',
  };
  const tallies = (client: string) =>
    talliesOf(
      [
        ['short', limit],
        ['long', longer],
      ],
      { client, at: 120, factor: 1 },
    );
  for (const client of ['a', 'a', 'a', 'a', 'b']) count(tallies(client));
  expect(count(tallies('c'))).toBe(-1);
});
