import { expect, test } from 'vitest';
import { orderNumber } from '../../src/contract/order-number.ts';
import { parseOrderSearch } from '../../netlify/admin/order-search.ts';
import { buyerHash } from '../../netlify/shop/buyer-hash.ts';
import { orderNumberOf } from '../../netlify/shop/order-number.ts';

test('an order’s number never changes', async () => {
  expect(await orderNumber('cs_test_a1b2c3')).toBe('01F3-4AD8-A31F');
  expect(orderNumberOf('cs_test_a1b2c3')).toBe('01F3-4AD8-A31F');
});

test.each<[typed: string, query: object | null]>([
  ['01F3-4AD8-A31F', { name: '01f34ad8a31f', code: '01F3-4AD8-A31F' }],
  [' 01f3 4ad8 a31f\n', { name: '01f34ad8a31f' }],
  ['Order MSK-01F3-4AD8-A31F, for personal use', { name: '01f34ad8a31f' }],
  ['Order MSK-01F3-4AD8-A31F Reference …aB3dE6gH', { name: '01f34ad8a31f' }],
  ['4AD8-A31F', { name: '4ad8a31f' }],
  ['…aB3dE6gH', { name: 'ab3de6gh' }],
  ['aB3dE6gH', { name: 'ab3de6gh', code: 'aB3dE6gH' }],
  ['aB3dE6g', { name: null, code: 'aB3dE6g' }],
  ['aB3dE6gHi', { name: null, code: 'aB3dE6gHi' }],
  ['SPRING-25', { name: null, code: 'SPRING-25' }],
  [' spring2026 ', { name: null, code: 'spring2026' }],
  ['spring 25', null],
  ['50%', null],
  ['Jane.Doe+pdf@Example.com', { email: 'Jane.Doe+pdf@Example.com' }],
  ['Jane Doe <jane@example.com>', { email: 'jane@example.com' }],
  ['cs_live_a1', { session: 'cs_live_a1' }],
  [`cs_test_${'a'.repeat(59)}`, null],
  ['pi_3aBc', { name: 'pi_3abc' }],
  ['I paid with jo@example.com.', { email: 'jo@example.com' }],
  ['“jo@example.com”', { email: 'jo@example.com' }],
  ["'o’brien@example.ie'", { email: "o'brien@example.ie" }],
  ['mailto:jo@münchen.de', { email: 'jo@münchen.de' }],
  ...['\u2011', '\u2013', '\u2212', '\uFF0D', '\u00A0'].map((dash): [string, object] => [
    ['01F3', '4AD8', 'A31F'].join(dash),
    { name: '01f34ad8a31f' },
  ]),
  ['4AD8-A31F.', { name: '4ad8a31f' }],
  ['https://shop.example/guide-download?session_id=cs_live_a1&utm=x', { session: 'cs_live_a1' }],
  ['session_id=3Dcs_live_a1=', { session: 'cs_live_a1' }],
  ['01F3-4AD8-A31G', { name: null, code: '01F3-4AD8-A31G' }],
  ['ch_1', null],
  ['cs_test_*', null],
  ['', null],
])('%j is looked for as %j', (typed, query) => {
  expect({ query: parseOrderSearch(typed) }).toMatchObject({ query });
});

test('an address has one key, however it is spelled', () => {
  const [one, other] = [' Jo@MÜNCHEN.example', 'jo@xn--mnchen-3ya.example'];
  expect(buyerHash(one, 'a secret')).toBe(buyerHash(other, 'a secret'));
  expect(buyerHash(one, 'a secret')).not.toBe(buyerHash(one, 'another secret'));
});
