import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NO_STORAGE, fakeStorage } from '../purchase/fake-storage.ts';

/** Every page loads the module anew. */
async function openPage() {
  vi.resetModules();
  return import('../../src/toasts/flash.ts');
}

const flash = {
  title: 'Access denied',
  message: 'No valid session found.',
  next: { label: 'Find my purchase', href: '/find-purchase' },
};

let kept: Map<string, string>;
beforeEach(() => void (kept = fakeStorage('sessionStorage')));
afterEach(() => void vi.unstubAllGlobals());

test('a kept message is given once, by the next page', async () => {
  const left = await openPage();
  left.keepFlash(flash);

  const next = await openPage();
  expect(next.takeFlash()).toEqual(flash);
  expect(next.takeFlash()).toBeNull();
});

test('what cannot be read is thrown away', async () => {
  const { takeFlash } = await openPage();
  kept.set('flash', 'not JSON');
  expect(takeFlash()).toBeNull();
  expect(kept.has('flash')).toBe(false);
});

test('without storage nothing breaks', async () => {
  vi.stubGlobal('sessionStorage', NO_STORAGE);
  const { keepFlash, takeFlash } = await openPage();
  expect(takeFlash()).toBeNull();
  expect(() => keepFlash(flash)).not.toThrow();
});
