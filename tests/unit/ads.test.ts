import { expect, test } from 'vitest';
import { parseAds } from '../../src/purchase/ads.ts';

test.each([undefined, '', '  '])('%j is no ad service', (setting) => {
  expect(parseAds(setting)).toBeNull();
});

test('an account and a label are taken apart', () => {
  expect(parseAds(' AW-123456789/AbC-D_efG ')).toEqual({ id: 'AW-123456789', label: 'AbC-D_efG' });
});

test.each(['AW-123456789', 'AW-1/', '/AbC', 'G-123/AbC', 'AW-12x/AbC', 'AW-1/a/b', `AW-1/a"><b`])(
  '%j is refused, in words that show the form',
  (setting) => {
    expect(() => parseAds(setting)).toThrow('as in AW-123456789/AbC-D_efG');
  },
);
