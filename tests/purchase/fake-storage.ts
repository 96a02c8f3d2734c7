import { vi } from 'vitest';

/** Replaces a browser's storage. Returns its entries. */
export const fakeStorage = (name: 'localStorage' | 'sessionStorage'): Map<string, string> => {
  const kept = new Map<string, string>();
  vi.stubGlobal(name, {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  return kept;
};

const refuse = () => {
  throw new Error('storage is off');
};

/** Storage that is off, as private windows have it. */
export const NO_STORAGE = { getItem: refuse, setItem: refuse, removeItem: refuse };
