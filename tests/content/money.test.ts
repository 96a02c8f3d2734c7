import { expect, test } from 'vitest';
import { formatMoney, plainAmount } from '../../src/content/money.ts';

test('cents read as a price in dollars', () => {
  expect(formatMoney(899)).toBe('$8.99');
  expect(formatMoney(1999, 'usd')).toBe('$19.99');
  expect(formatMoney(120_000)).toBe('$1,200.00');
});

test('a sum of prices keeps its cents exact', () => {
  expect(formatMoney(899 * 3)).toBe('$26.97');
  expect(formatMoney(899 * 3 - 1999)).toBe('$6.98');
});

test('machines read the amount without a currency sign', () => {
  expect(plainAmount(899)).toBe('8.99');
  expect(plainAmount(2000)).toBe('20.00');
});
