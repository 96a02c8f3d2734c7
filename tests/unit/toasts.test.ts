import { expect, onTestFinished, test, vi } from 'vitest';
import { storeFlash, takeFlash } from '../../src/toasts/flash.ts';
import { isSwipeAway } from '../../src/toasts/swipe.ts';
import { fakeStorage } from '../purchase/fakes.ts';

test('a message is kept for one page alone', () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  fakeStorage('sessionStorage');
  const next = { label: 'Find my purchase', href: '/find-purchase' };
  const flash = { title: 'Access denied', message: 'No valid session found.', next };
  expect(storeFlash(flash)).toBe(true);
  expect([takeFlash(), takeFlash()]).toEqual([flash, null]);
});

test.each([
  [20, 0, true],
  [0, 20, true],
  [19, 19, false],
  [-200, 0, false],
])('whether %i px to the right and %i px down is a swipe', (right, down, isSwipe) => {
  expect(isSwipeAway({ x: 300, y: 500 }, { x: 300 + right, y: 500 + down })).toBe(isSwipe);
});
