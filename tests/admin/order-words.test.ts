import { expect, test, vi } from 'vitest';
import { orderAddress, readOrderNumber } from '../../src/admin/orders/address.ts';
import { appendPage, refreshPages } from '../../src/admin/orders/order-pages.ts';
import { ApiError } from '../../src/api/request.ts';
import type { OrderPage } from '../../src/contract/admin-orders.ts';
import { orderRow } from './sample-data.ts';

vi.stubGlobal('window', Object.assign(new EventTarget(), { location: new URL('http://shop') }));
const { accessChangeFor, doneWords, failedWords } =
  await import('../../src/admin/orders/OrderAccess.tsx');
const { meaningOf } = await import('../../src/admin/orders/OrderDialog.tsx');

test.each([
  ['paid', /^blocked Block downloads: The buyer’s links stop/, /^Downloads are open again\.$/],
  ['blocked', /^open Unblock: This only lifts your block\./, /^Downloads are blocked\.$/],
  ['refunded', /^open Allow downloads anyway: .*refunded/, /stay blocked .* was refunded\.$/],
  ['disputed', /^open Allow downloads anyway: .*disputed/, /stay blocked .* is disputed\.$/],
  // Without files there is nothing to ask.
  ['pending', /^undefined/, /./],
  ['failed', /^undefined/, /./],
] as const)('of a %s order the owner is asked, or told: %s', (status, question, done) => {
  const change = accessChangeFor({ status });
  expect(`${change?.access} ${change?.label}: ${change?.question}`).toMatch(question);
  expect(doneWords({ status })).toMatch(done);
});

/** tests/e2e/admin-orders.spec.ts has what an answer of the shop says. */
test('the owner is not told that nothing changed where the shop did not answer', () => {
  const silent = new ApiError(new Response(null, { status: 503 }), null);
  for (const error of [silent, new TypeError('Failed to fetch')]) {
    expect(failedWords(error)).toContain('can’t tell');
  }
});

test('an order says how much of its money went back', () => {
  expect([0, 200, 1999].map((refunded) => meaningOf(orderRow({ refunded })))).toEqual([
    'The buyer can download.',
    '$2.00 was refunded. The buyer can download.',
    'The full amount was refunded. The buyer can download.',
  ]);
});

test('an address names an order, and never a session', () => {
  const fragments = [orderAddress('01F3-4AD8-A31F'), '#order=01f3-4ad8-a31f', '#order=cs_test_a1'];
  const numbers = ['01F3-4AD8-A31F', '01F3-4AD8-A31F', null];
  expect(fragments.map(readOrderNumber)).toEqual(numbers);
});

/** A part of the list, whose orders are named by letters: the newest is the last of the alphabet. */
const part = (numbers: string, next: string | null): OrderPage => ({
  orders: Array.from(numbers, (number) => orderRow({ number })),
  next,
  total: numbers.length,
});
const inWords = ({ orders, next, total }: OrderPage): string =>
  `${orders.map(({ number }) => number).join('')} of ${total}, next ${next}`;

test.each([
  ['the next page comes after', appendPage, 'EDC', 'CBA', 'EDCBA of 3, next later'],
  ['what is new comes on top', refreshPages, 'EDCBA', 'GFE', 'GFEDCBA of 3, next after A'],
  ['a page of new ones begins anew', refreshPages, 'CBA', 'IHG', 'IHG of 3, next later'],
])('%s, and no order stands there twice', (_what, join, known, read, expected) => {
  expect(inWords(join(part(known, 'after A'), part(read, 'later')))).toBe(expected);
});
