import { expect, test } from 'vitest';
import { LIMITS } from '../../netlify/http/limits.ts';

test('the limits are these', () => {
  const rows = Object.entries(LIMITS).map(([name, limits]) => {
    const words = limits.map(({ most, windowInSeconds }) => `${most} in ${windowInSeconds} s`);
    return `${name}: ${words.join(', ')}`;
  });
  expect(rows).toEqual([
    'flood: 600 in 60 s',
    'login: 5 in 60 s, 20 in 3600 s, 50 in 86400 s',
    'checkout: 60 in 60 s',
    'find-purchase: 5 in 60 s, 20 in 3600 s',
    'found-email: 3 in 3600 s, 6 in 86400 s',
    'stripe: 15 in 1 s',
  ]);
});
