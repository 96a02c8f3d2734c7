import { expect, test } from 'vitest';
import { isSwipeAway } from '../../src/toasts/Toasts.tsx';

test.each([
  [20, 0, true],
  [0, 20, true],
  [19, 19, false],
  [-200, 0, false],
])('whether %i px to the right and %i px down is a swipe', (right, down, isSwipe) => {
  expect(isSwipeAway({ x: 300, y: 500 }, { x: 300 + right, y: 500 + down })).toBe(isSwipe);
});
