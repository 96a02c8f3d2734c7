import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveConsent, readConsent } from '../../src/purchase/consent.ts';

const kept = new Map<string, string>();
const refuse = () => {
  throw new Error('storage is off');
};

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('a parent who was never asked has no answer', () => {
  expect(readConsent()).toBeNull();
});

test.each(['granted', 'denied'] as const)('an answer of "%s" is kept', (answer) => {
  saveConsent(answer);
  expect(readConsent()).toBe(answer);
});

test('what is no answer counts as none', () => {
  kept.set('ads-consent', 'yes');
  expect(readConsent()).toBeNull();
});

test('Global Privacy Control is a no, whatever was answered before', () => {
  saveConsent('granted');
  vi.stubGlobal('navigator', { globalPrivacyControl: true });
  expect(readConsent()).toBe('denied');
});

test('Global Privacy Control that is off says nothing', () => {
  vi.stubGlobal('navigator', { globalPrivacyControl: false });
  expect(readConsent()).toBeNull();
});

test('without storage there is no answer, and nothing breaks', () => {
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse });
  saveConsent('granted');
  expect(readConsent()).toBeNull();
});
