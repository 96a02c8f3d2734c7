import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseAds } from '../../src/purchase/ads.ts';
import { type Conversion, readConsent, saveConsent } from '../../src/purchase/conversion.ts';
import { FULL_STORAGE, NO_STORAGE, fakeStorage } from './fake-storage.ts';

let kept: Map<string, string>;
beforeEach(() => {
  vi.stubGlobal('navigator', {});
  kept = fakeStorage('localStorage');
});
afterEach(() => void vi.unstubAllGlobals());

test.each([
  [undefined, null],
  ['  ', null],
  [' AW-123456789/AbC-D_efG ', { id: 'AW-123456789', label: 'AbC-D_efG' }],
])('the setting %j is the ad service %j', (setting, ads) => {
  expect(parseAds(setting)).toEqual(ads);
});

const SAYS = 'as in AW-123456789/AbC-D_efG';

test.each(['AW-123456789', '/AbC', 'G-123/AbC', 'AW-12x/AbC', 'AW-1/a/b', `AW-1/a"><b`])(
  '%j is refused, in words that show the form',
  (setting) => {
    expect(() => parseAds(setting)).toThrow(SAYS);
  },
);

test('a build with another setting ends before it has begun', async () => {
  vi.stubEnv('PUBLIC_ADS_CONVERSION', 'AW-123456789');
  await expect(import('../../astro.config.mjs')).rejects.toThrow(SAYS);
});

test.each(['granted', 'denied'] as const)('an answer of "%s" is kept', (answer) => {
  expect(readConsent()).toBeNull();
  saveConsent(answer);
  expect(readConsent()).toBe(answer);
});

test('what is no answer counts as none, and so does having no storage', () => {
  kept.set('ads-consent', 'yes');
  expect(readConsent()).toBeNull();
  vi.stubGlobal('localStorage', NO_STORAGE);
  saveConsent('granted');
  expect(readConsent()).toBeNull();
});

test('Global Privacy Control is a no, whatever was answered before', () => {
  saveConsent('granted');
  vi.stubGlobal('navigator', { globalPrivacyControl: true });
  expect(readConsent()).toBe('denied');
  vi.stubGlobal('navigator', { globalPrivacyControl: false });
  expect(readConsent()).toBe('granted');
});

const order: Conversion = { value: 8.99, currency: 'USD', transaction_id: '7F3A-9C21-04BD' };
const another: Conversion = { ...order, transaction_id: '0000-0000-0001' };

/** What is sent of these orders, by pages that are opened one after another. */
const sentBy = async (...pages: Conversion[][]): Promise<Conversion[]> => {
  const sent: Conversion[] = [];
  for (const orders of pages) {
    vi.resetModules(); // every page loads the module anew
    const { reportOnce } = await import('../../src/purchase/conversion.ts');
    for (const one of orders) reportOnce({ ...one }, (conversion) => void sent.push(conversion));
  }
  return sent;
};

test('each order is told once, also by a page that is opened later', async () => {
  expect(await sentBy([order, order, another], [order])).toEqual([order, another]);
});

test.each([
  ['is off', NO_STORAGE],
  ['is full', FULL_STORAGE],
])('an order is told once in a page where storage %s', async (_how, storage) => {
  vi.stubGlobal('localStorage', storage);
  expect(await sentBy([order, order])).toEqual([order]);
});
