import { expect, test } from 'vitest';
import { isSwipeAway } from '../../src/toasts/Toasts.tsx';

const from = { x: 300, y: 500 };
const by = (right: number, down: number) =>
  isSwipeAway(from, { x: from.x + right, y: from.y + down });

test.each([
  [20, 0],
  [0, 20],
  [200, 19],
  [-10, 20],
])('%i px to the right and %i px down is a swipe', (right, down) => {
  expect(by(right, down)).toBe(true);
});

test.each([
  [19, 0],
  [0, 19],
  [19, 19],
  [-200, 0],
  [0, -200],
  [-30, 20],
  [20, -30],
  [0, 0],
])('%i px to the right and %i px down is none', (right, down) => {
  expect(by(right, down)).toBe(false);
});
