import { afterEach, expect, test, vi } from 'vitest';
import { keepFlash, takeFlash } from '../../src/toasts/flash.ts';
import { NO_STORAGE, fakeStorage } from '../purchase/fake-storage.ts';

const flash = {
  title: 'Access denied',
  message: 'No valid session found.',
  next: { label: 'Find my purchase', href: '/find-purchase' },
};

afterEach(() => void vi.unstubAllGlobals());

test('a kept message is given once', () => {
  fakeStorage('sessionStorage');
  keepFlash(flash);
  expect(takeFlash()).toEqual(flash);
  expect(takeFlash()).toBeNull();
});

test('what cannot be read is thrown away', () => {
  const kept = fakeStorage('sessionStorage');
  kept.set('flash', 'not JSON');
  expect(takeFlash()).toBeNull();
  expect(kept.has('flash')).toBe(false);
});

test('without storage nothing breaks', () => {
  vi.stubGlobal('sessionStorage', NO_STORAGE);
  expect(takeFlash()).toBeNull();
  expect(() => keepFlash(flash)).not.toThrow();
});
