import { expect, test } from 'vitest';
import { nearest } from '../../src/components/guide/nearest.ts';

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f'];

test.each([
  [0, 'bc'],
  [1, 'ac'],
  [3, 'ce'],
  [5, 'de'],
])('the two around item %i are %s', (index, around) => {
  expect(nearest(LETTERS, index, 2).join('')).toBe(around);
});

test('where there are fewer, all others are near', () => {
  expect(nearest(LETTERS, 2, 9).join('')).toBe('abdef');
  expect(nearest(['a'], 0, 4)).toEqual([]);
});
