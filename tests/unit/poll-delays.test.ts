import { expect, test } from 'vitest';
import { pollDelays } from '../../src/purchase/poll-delays.ts';

const delays = [...pollDelays()];

test('the first wait is 2 seconds and no wait is longer than 15', () => {
  expect(delays[0]).toBe(2_000);
  expect(Math.max(...delays)).toBe(15_000);
});

test('waits never get shorter', () => {
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
});

test('looking stops after about 10 minutes', () => {
  const total = delays.reduce((sum, delay) => sum + delay, 0);
  expect(total).toBeGreaterThanOrEqual(600_000);
  expect(total).toBeLessThan(620_000);
});
