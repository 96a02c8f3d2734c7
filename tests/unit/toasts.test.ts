import { expect, onTestFinished, test, vi } from 'vitest';
import { storeFlash, takeFlash } from '../../src/toasts/flash.ts';
import { isSwipeAway } from '../../src/toasts/swipe.ts';
import { fakeStorage } from '../purchase/fakes.ts';

test('shows a message on the next page but not on the page after that', () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  fakeStorage('sessionStorage');
  const next = { label: 'Find my purchase', href: '/find-purchase' };
  const flash = { title: 'Access denied', message: 'No valid session found.', next };
  expect(storeFlash(flash)).toBe(true);
  expect(takeFlash()).toEqual(flash);
  expect(takeFlash()).toBeNull();
});

test.each([
  { name: 'a movement of 20 px to the right', right: 20, down: 0 },
  { name: 'a movement of 20 px down', right: 0, down: 20 },
])('treats $name as a swipe', ({ right, down }) => {
  expect(isSwipeAway({ x: 300, y: 500 }, { x: 300 + right, y: 500 + down })).toBe(true);
});

test.each([
  { name: 'a movement of 19 px to the right and 19 px down', right: 19, down: 19 },
  { name: 'a movement of 200 px to the left', right: -200, down: 0 },
])('does not treat $name as a swipe', ({ right, down }) => {
  expect(isSwipeAway({ x: 300, y: 500 }, { x: 300 + right, y: 500 + down })).toBe(false);
});
