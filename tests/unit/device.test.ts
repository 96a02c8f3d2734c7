import { expect, test } from 'vitest';
import { isMobile } from '../../src/checkout/device.ts';

const desktop = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148';

test('768 pixels is still mobile, 769 is not', () => {
  expect(isMobile(768, desktop)).toBe(true);
  expect(isMobile(769, desktop)).toBe(false);
});

test('a phone held sideways is mobile however wide it is', () => {
  expect(isMobile(932, phone)).toBe(true);
});
