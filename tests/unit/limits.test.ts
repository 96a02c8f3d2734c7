import { expect, test } from 'vitest';
import { createOwnCounter } from '../../netlify/adapters/limits-memory.ts';
import { type Limit, type LimitPorts, secondsToWait } from '../../netlify/domain/limits.ts';

const limit: Limit = {
  windowInSeconds: 60,
  perClient: 2,
  total: 3,
  counted: 'shared',
  unreachable: 'open',
};
const call = (client: string, window = 1) => ({ route: 'any', client, window, limit });

const unreachable: LimitPorts = {
  shared: () => Promise.reject(new Error('down')),
  own: () => true,
  now: () => 1_000_000_015,
  onUnreachable: () => {},
};

test('a limit that fails open serves on without the shared counter, and tells of it', async () => {
  const told: unknown[] = [];
  const ports = { ...unreachable, onUnreachable: (error: unknown) => void told.push(error) };
  expect(await secondsToWait(ports, 'any', 'client', limit)).toBe(0);
  expect(told).toEqual([new Error('down')]);
});

test('a limit that fails closed serves nobody without it', async () => {
  const closed: Limit = { ...limit, unreachable: 'closed' };
  await expect(secondsToWait(unreachable, 'any', 'client', closed)).rejects.toThrow('down');
});

test('who is over the limit waits for the next window, and the shared counter is not asked', async () => {
  const ports = { ...unreachable, own: () => false };
  expect(await secondsToWait(ports, 'any', 'client', limit)).toBe(5);
});

test('an instance counts each client, and what it serves in total', () => {
  const within = createOwnCounter();
  const answers = ['a', 'a', 'a', 'a', 'b', 'c'].map((client) => within(call(client)));
  expect(answers).toEqual([true, true, false, false, true, false]);
  expect(within(call('a', 2))).toBe(true);
});

test('an instance with no room for more clients forgets those that were quiet the longest', () => {
  const within = createOwnCounter(2);
  const large = { ...limit, total: 100 };
  const answers = ['a', 'a', 'b', 'a', 'c', 'a', 'b', 'b', 'c'].map((client) =>
    within({ ...call(client), limit: large }),
  );
  // Room is for a and b, then a and c, then a and b ...
  expect(answers).toEqual([true, true, true, false, true, false, true, true, true]);
});
