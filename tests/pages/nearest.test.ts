import { expect, test } from 'vitest';
import { nearest } from '../../src/components/guide/nearest.ts';

test.each([
  ['abcdef', 0, 2, 'bc'],
  ['abcdef', 3, 2, 'ce'],
  ['abcdef', 5, 2, 'de'],
  ['a', 0, 4, ''],
])('in %s, those nearest to item %i, at most %i, are "%s"', (letters, index, count, near) => {
  expect(nearest([...letters], index, count).join('')).toBe(near);
});
