import { afterEach, beforeEach, expect, test, vi } from 'vitest';

/** Every page loads the module anew. */
async function openPage() {
  vi.resetModules();
  return import('../../src/toasts/flash.ts');
}

const flash = { title: 'Access denied', message: 'No valid session found.' };
const kept = new Map<string, string>();

const refuse = () => {
  throw new Error('storage is off');
};

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('a kept message is given once, by the next page', async () => {
  const left = await openPage();
  left.keepFlash(flash);
  expect(left.takeFlash()).toBeNull();

  const next = await openPage();
  expect(next.takeFlash()).toEqual(flash);
  expect(next.takeFlash()).toBeNull();
});

test.each(['{"title":3,"message":"x"}', '{"title":"x"}', 'null', '"x"', 'not JSON'])(
  'what is no message is thrown away: %s',
  async (text) => {
    const { takeFlash } = await openPage();
    kept.set('flash', text);
    expect(takeFlash()).toBeNull();
    expect(kept.has('flash')).toBe(false);
  },
);

test('without storage nothing breaks', async () => {
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  const { keepFlash, takeFlash } = await openPage();
  expect(takeFlash()).toBeNull();
  expect(() => keepFlash(flash)).not.toThrow();
});
