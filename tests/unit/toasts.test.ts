import { expect, onTestFinished, test, vi } from 'vitest';
import { keepFlash, takeFlash } from '../../src/toasts/flash.ts';
import { isSwipeAway } from '../../src/toasts/Toasts.tsx';
import { NO_STORAGE, fakeStorage } from '../purchase/fakes.ts';

test('a message is kept for one page alone, and what cannot be read is thrown away', () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const next = { label: 'Find my purchase', href: '/find-purchase' };
  const flash = { title: 'Access denied', message: 'No valid session found.', next };
  const kept = fakeStorage('sessionStorage');
  expect(keepFlash(flash)).toBe(true);
  expect(takeFlash()).toEqual(flash);
  expect(takeFlash()).toBeNull();
  kept.set('flash', 'not JSON');
  expect(takeFlash()).toBeNull();
  expect(kept.has('flash')).toBe(false);

  vi.stubGlobal('sessionStorage', NO_STORAGE);
  expect(keepFlash(flash)).toBe(false);
  expect(takeFlash()).toBeNull();
});

test.each([
  [20, 0, true],
  [0, 20, true],
  [19, 19, false],
  [-200, 0, false],
])('whether %i px to the right and %i px down is a swipe', (right, down, isSwipe) => {
  expect(isSwipeAway({ x: 300, y: 500 }, { x: 300 + right, y: 500 + down })).toBe(isSwipe);
});
