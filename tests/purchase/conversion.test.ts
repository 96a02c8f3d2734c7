import { beforeEach, expect, test, vi } from 'vitest';
import { reportOnce } from '../../src/purchase/conversion.ts';
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
const SENT = { send_to: 'AW-1/a', value: 8.99, currency: 'USD' };

/** The conversions that a page sends of orders with these numbers. */
const sentBy = (...numbers: string[]): unknown[] => {
  const location = { origin: '', pathname: '', search: '' };
  const window = {
    location,
    history: { replaceState() {} },
    dataLayer: [] as ArrayLike<unknown>[],
  };
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', { createElement: () => ({}), head: { append() {} } });
  for (const number of numbers) reportOnce({ id: 'AW-1', label: 'a' }, order, number);
  const commands = window.dataLayer.map((command) => Array.from(command));
  return commands.flatMap(([is, , sent]) => (is === 'event' ? [sent] : []));
};

test('each order is reported once, in dollars, also by a page that is opened later', () => {
  const [first, second] = ['7F3A-9C21-04BD', '0000-0000-0001'];
  const sent = { ...SENT, transaction_id: first };
  expect(sentBy(first, first, second)).toEqual([sent, { ...SENT, transaction_id: second }]);
  expect(sentBy(first)).toEqual([]);
  vi.stubGlobal('localStorage', undefined);
  expect(sentBy(first)).toEqual([sent]);
});
