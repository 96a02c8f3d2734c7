import { beforeEach, expect, test, vi } from 'vitest';
import { parseAds } from '../../src/purchase/ads.ts';
import {
  type Conversion,
  conversionOf,
  readConsent,
  saveConsent,
} from '../../src/purchase/conversion.ts';
import { NO_STORAGE, fakeStorage } from './fake-storage.ts';

let kept: Map<string, string>;
beforeEach(() => {
  vi.stubGlobal('navigator', {});
  kept = fakeStorage('localStorage');
});

test.each([
  [undefined, null],
  ['  ', null],
  [' AW-123456789/AbC-D_efG ', { id: 'AW-123456789', label: 'AbC-D_efG' }],
])('the setting %j is the ad service %j', (setting, ads) => {
  expect(parseAds(setting)).toEqual(ads);
});

test.each(['AW-123456789', 'G-123/AbC', 'AW-12x/AbC', 'AW-1/a/b', `AW-1/a"><b`])(
  '%j is refused, in words that show the form',
  (setting) => {
    expect(() => parseAds(setting)).toThrow('as in AW-123456789/AbC-D_efG');
  },
);

test('an answer is kept, and what is none counts as none, as does having no storage', () => {
  for (const answer of ['granted', 'denied'] as const) {
    saveConsent(answer);
    expect(readConsent()).toBe(answer);
  }
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
});

const order = conversionOf({ amount: 899, currency: 'USD' }, '7F3A-9C21-04BD');
const another: Conversion = { ...order, transaction_id: '0000-0000-0001' };

/** What is sent of these orders, by pages that are opened one after another. */
const sentBy = async (...pages: Conversion[][]): Promise<Conversion[]> => {
  const sent: Conversion[] = [];
  for (const orders of pages) {
    vi.resetModules(); // every page loads the module anew
    const { reportOnce } = await import('../../src/purchase/conversion.ts');
    for (const one of orders) reportOnce(one, (conversion) => void sent.push(conversion));
  }
  return sent;
};

test('each order is told once, in whole dollars, also by a page that is opened later', async () => {
  expect(order).toEqual({ value: 8.99, currency: 'USD', transaction_id: '7F3A-9C21-04BD' });
  expect(await sentBy([order, order, another], [order])).toEqual([order, another]);
  vi.stubGlobal('localStorage', NO_STORAGE);
  expect(await sentBy([order, order])).toEqual([order]);
});
