import { beforeEach, describe, expect, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { conversionPathOnce } from '../../src/purchase/conversion.ts';
import { readConversion } from '../../src/purchase/report-conversion.ts';
import { parseAds } from '../../src/purchase/ads.ts';
import { readConsent, saveConsent } from '../../src/purchase/consent.ts';
import { fakeStorage } from './fakes.ts';

let storage: Map<string, string>;
beforeEach(() => {
  vi.stubGlobal('navigator', {});
  storage = fakeStorage('localStorage');
});

describe('the setting for the ad service', () => {
  test('reads an account and a label from the ad setting', () => {
    expect(parseAds(' AW-123456789/AbC-D_efG ')).toEqual({
      id: 'AW-123456789',
      label: 'AbC-D_efG',
    });
  });

  test('ignores a blank ad setting', () => {
    expect(parseAds('  ')).toBeNull();
  });

  test.each(['AW-123456789', 'G-123/AbC', `AW-1/a"><b`])(
    'refuses the ad setting %s and shows an example',
    (setting) => {
      expect(() => parseAds(setting)).toThrow('as in AW-123456789/AbC-D_efG');
    },
  );
});

test.each(['granted', 'denied'] as const)('remembers the consent choice "%s"', (answer) => {
  saveConsent(answer);
  expect(readConsent()).toBe(answer);
});

test('replaces a consent choice with a later choice', () => {
  saveConsent('granted');
  saveConsent('denied');
  expect(readConsent()).toBe('denied');
});

test('treats an unknown stored value as if no consent choice had been made', () => {
  storage.set('ads-consent', 'yes');
  expect(readConsent()).toBeNull();
});

test('remembers no consent choice in a browser that blocks storage', () => {
  vi.stubGlobal('localStorage', undefined);
  saveConsent('granted');
  expect(readConsent()).toBeNull();
});

test('treats Global Privacy Control as a refusal despite earlier consent', () => {
  saveConsent('granted');
  vi.stubGlobal('navigator', { globalPrivacyControl: true });
  expect(readConsent()).toBe('denied');
});

const order = { amount: 899, currency: 'USD' };
const FIRST = '7F3A-9C21-04BD';
const SECOND = '0000-0000-0001';
const FIRST_PATH = `/conversion?order=${FIRST}&value=8.99&currency=USD`;

test('reports the amount of an order in dollars', () => {
  expect(conversionPathOnce(order, FIRST)).toBe(FIRST_PATH);
});

test('reports an order only once, even on a second visit', () => {
  conversionPathOnce(order, FIRST);
  expect(conversionPathOnce(order, FIRST)).toBeNull();
});

test('reports each order of a buyer', () => {
  conversionPathOnce(order, FIRST);
  expect(conversionPathOnce(order, SECOND)).toBe(
    `/conversion?order=${SECOND}&value=8.99&currency=USD`,
  );
});

test('reports an order even if the browser blocks storage', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(conversionPathOnce(order, FIRST)).toBe(FIRST_PATH);
});

test.each([
  { amount: 1, currency: 'USD', value: 0.01 },
  { amount: 1999, currency: 'EUR', value: 19.99 },
  { amount: 1350, currency: 'JPY', value: 1350 },
  { amount: 2750, currency: 'KWD', value: 2.75 },
])(
  'converts $amount minor units of $currency to $value in the conversion frame’s query string',
  (row) => {
    const { amount, currency, value } = row;
    const path = conversionPathOnce({ amount, currency }, FIRST) ?? '';
    const { search } = new URL(path, 'https://shop.example');
    expect(readConversion(search)).toEqual({ orderNumber: FIRST, value, currency });
  },
);

test('reads the number of any order from the conversion frame’s query string', async () => {
  const { search } = new URL(FIRST_PATH, 'https://shop.example');
  for (const session of ['cs_test_1', 'cs_live_2', 'cs_live_3']) {
    const number = await orderNumber(session);
    expect(readConversion(search.replace(FIRST, number))?.orderNumber).toBe(number);
  }
});

test.each([
  { query: '', reason: 'no fields' },
  { query: `order=${FIRST}&value=8.99`, reason: 'no currency' },
  {
    query: 'order=cs_test_1&value=8.99&currency=USD',
    reason: 'a session id instead of an order number',
  },
  { query: `order=${FIRST}%0A&value=8.99&currency=USD`, reason: 'a line break' },
  { query: `order=${FIRST}&value=8,99&currency=USD`, reason: 'a decimal comma' },
  { query: `order=${FIRST}&value=NaN&currency=USD`, reason: 'a value that is not a number' },
  { query: `order=${FIRST}&value=8.99&currency=usd`, reason: 'a currency in lowercase' },
])('refuses a query string of the conversion frame with $reason', ({ query }) => {
  expect(readConversion(`?${query}`)).toBeNull();
});
