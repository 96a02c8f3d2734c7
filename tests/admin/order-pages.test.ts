import { expect, test } from 'vitest';
import { appendPage, refreshPages, replaceOrder } from '../../src/admin/orders/order-pages.ts';
import type { OrderPage } from '../../src/contract/admin-orders.ts';
import { orderRow } from './sample-data.ts';

/** A part of the list, whose orders are named by letters: the newest is the last of the alphabet. */
const page = (numbers: string, next: string | null, lost = ''): OrderPage => ({
  orders: Array.from(numbers, (number) => orderRow({ number })),
  next,
  total: 9,
  lost_receipts: [...lost],
});

const inWords = ({ orders, next, lost_receipts: lost }: OrderPage): string =>
  `${orders.map(({ number }) => number).join('')}, next ${next}, lost ${lost.join('')}`;

test('the next page comes after the ones before, and no order stands there twice', () => {
  const both = appendPage(page('EDC', 'after C'), { ...page('CBA', null, 'A'), total: 10 });
  expect(inWords(both)).toBe('EDCBA, next null, lost A');
  expect(both.total).toBe(10);
});

test.each([
  ['is new comes on top', 'EDCBA', 'GFE', 'GFEDCBA, next after A, lost F'],
  ['is new fills more than a page: the list begins again', 'CBA', 'IHG', 'IHG, next later, lost F'],
])('what %s', (_what, known, newest, expected) => {
  const fresh = refreshPages(page(known, 'after A', 'A'), page(newest, 'later', 'F'));
  expect(inWords(fresh)).toBe(expected);
});

test('an order that has changed changes in its place, and its receipt is lost only if it still is', () => {
  const known = page('CBA', null, 'AB');
  const sent = replaceOrder(known, orderRow({ number: 'B', status: 'blocked' }));
  expect(sent.orders.map(({ status }) => status)).toEqual(['paid', 'blocked', 'paid']);
  expect(sent.lost_receipts).toEqual(['A']);
  const lost = replaceOrder(known, orderRow({ number: 'B', receipt_lost: true }));
  expect(lost.lost_receipts).toEqual(['A', 'B']);
});
