import { beforeEach, expect, test, vi } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { conversionPathOnce } from '../../src/purchase/conversion.ts';
import { readConversion } from '../../src/purchase/report-conversion.ts';
import { parseAds } from '../../src/purchase/ads.ts';
import { readConsent, saveConsent } from '../../src/purchase/consent.ts';
import { fakeStorage } from './fakes.ts';

let kept: Map<string, string>;
beforeEach(() => {
  vi.stubGlobal('navigator', {});
  kept = fakeStorage('localStorage');
});

test('the setting is an account and a label, or nothing; another form is refused with an example', () => {
  expect(parseAds('  ')).toBeNull();
  const ads = { id: 'AW-123456789', label: 'AbC-D_efG' };
  expect(parseAds(` ${ads.id}/${ads.label} `)).toEqual(ads);
  for (const setting of ['AW-123456789', 'G-123/AbC', `AW-1/a"><b`]) {
    expect(() => parseAds(setting), setting).toThrow('as in AW-123456789/AbC-D_efG');
  }
});

test('an answer is kept; an unknown value and missing storage count as no answer', () => {
  for (const answer of ['granted', 'denied'] as const) {
    saveConsent(answer);
    expect(readConsent()).toBe(answer);
  }
  kept.set('ads-consent', 'yes');
  expect(readConsent()).toBeNull();
  vi.stubGlobal('localStorage', undefined);
  saveConsent('granted');
  expect(readConsent()).toBeNull();
});

test('Global Privacy Control is a no, whatever was answered before', () => {
  saveConsent('granted');
  vi.stubGlobal('navigator', { globalPrivacyControl: true });
  expect(readConsent()).toBe('denied');
});

const order = { amount: 899, currency: 'USD' };
const FIRST = '7F3A-9C21-04BD';
const SECOND = '0000-0000-0001';
const FIRST_PATH = `/conversion?order=${FIRST}&value=8.99&currency=USD`;

test('each order is reported once, in dollars, also by a page that is opened later', () => {
  expect(conversionPathOnce(order, FIRST)).toBe(FIRST_PATH);
  expect(conversionPathOnce(order, FIRST)).toBeNull();
  expect(conversionPathOnce(order, SECOND)).toBe(FIRST_PATH.replace(FIRST, SECOND));
});

test('an order is reported although the browser blocks storage', () => {
  vi.stubGlobal('localStorage', undefined);
  expect(conversionPathOnce(order, FIRST)).toBe(FIRST_PATH);
});

test.each([
  { amount: 1, currency: 'USD', value: 0.01 },
  { amount: 1999, currency: 'EUR', value: 19.99 },
  { amount: 1350, currency: 'JPY', value: 1350 },
  { amount: 2750, currency: 'KWD', value: 2.75 },
])('the frame reads $amount of $currency as $value', ({ value, ...priced }) => {
  const path = conversionPathOnce(priced, FIRST) ?? '';
  const { search } = new URL(path, 'https://shop.example');
  const { currency } = priced;
  expect(readConversion(search)).toEqual({ orderNumber: FIRST, value, currency });
});

test('the frame reads the number of any order', async () => {
  const { search } = new URL(FIRST_PATH, 'https://shop.example');
  for (const session of ['cs_test_1', 'cs_live_2', 'cs_live_3']) {
    const number = await orderNumber(session);
    expect(readConversion(search.replace(FIRST, number))?.orderNumber).toBe(number);
  }
});

test.each([
  { query: '', reason: 'nothing' },
  { query: `order=${FIRST}&value=8.99`, reason: 'no currency' },
  { query: 'order=cs_test_1&value=8.99&currency=USD', reason: 'a session id' },
  { query: `order=${FIRST}%0A&value=8.99&currency=USD`, reason: 'a line break' },
  { query: `order=${FIRST}&value=8,99&currency=USD`, reason: 'a decimal comma' },
  { query: `order=${FIRST}&value=NaN&currency=USD`, reason: 'no number' },
  { query: `order=${FIRST}&value=8.99&currency=usd`, reason: 'a currency in lower case' },
])('the frame refuses a query with $reason', ({ query }) => {
  expect(readConversion(`?${query}`)).toBeNull();
});
