import { expect, test, vi } from 'vitest';
import { findCode } from '../../src/checkout/promotion-code.ts';
import { fakeStorage } from '../purchase/fakes.ts';

test.each([
  ['SPRING', 'SPRING'],
  ['SPRING%20', 'SPRING'],
  ['%C2%A0SPRING.', 'SPRING'],
  ['SP%E2%80%8BRING', 'SPRING'],
  ['You+won+%241000', ''],
  ['%3Cb%3E', ''],
  ['A'.repeat(100), 'A'.repeat(100)],
  ['A'.repeat(101), ''],
  ['', ''],
])('of a link with ?code=%s the page saves and shows %j', (given, code) => {
  const url = `https://shop.example/?code=${given}`;
  fakeStorage('sessionStorage');
  vi.stubGlobal('location', new URL(url));
  vi.stubGlobal('history', { state: null, replaceState: () => {} });
  expect(findCode()).toBe(code);
});
