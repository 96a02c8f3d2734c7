import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';

const SESSION = 'cs_test_a1b2c3';

test('an order number is three groups of four upper-case hexadecimal digits', async () => {
  expect(await orderNumber(SESSION)).toMatch(/^[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{4}$/);
});

test('it is the beginning of a SHA-256 and the same every time', async () => {
  const digest = createHash('sha256').update(`order-number:${SESSION}`).digest('hex').toUpperCase();
  expect((await orderNumber(SESSION)).replaceAll('-', '')).toBe(digest.slice(0, 12));
  expect(await orderNumber(SESSION)).toBe(await orderNumber(SESSION));
});

test('it differs between sessions that differ by a character', async () => {
  const sessions = Array.from({ length: 500 }, (_, i) => `cs_test_${i}`);
  const numbers = new Set(await Promise.all(sessions.map(orderNumber)));
  expect(numbers.size).toBe(500);
});

test('the example in its comment is true', async () => {
  expect(await orderNumber(SESSION)).toBe('01F3-4AD8-A31F');
});
