import { expect, test, vi } from 'vitest';
import type { OrderPage, OrderRow } from '../../src/contract/admin-orders.ts';
import { readOrderNumber, readRange } from '../../src/admin/orders/address.ts';
import { ORDERS_PER_FILE, exportsOf } from '../../src/admin/orders/exports.ts';
import { appendPage, refreshPages, replaceOrder } from '../../src/admin/orders/order-pages.ts';
import { downloadWords, hasFiles } from '../../src/admin/orders/OrderFacts.tsx';
import { ApiError } from '../../src/api/request.ts';
import { foundWords, isLate } from '../../src/admin/orders/Reconciler.tsx';
import { dayWords, localTime, timeAgo, utcTime } from '../../src/admin/time.ts';

vi.stubGlobal('window', { location: new URL('http://localhost/admin-orders') });
const { accessChangeFor, doneWords, failedWords } =
  await import('../../src/admin/orders/OrderAccess.tsx');
const { meaningOf } = await import('../../src/admin/orders/OrderDialog.tsx');

const row = (number: string, more: Partial<OrderRow> = {}): OrderRow => ({
  number,
  reference: '7Kq2Zx9w',
  created_at: '2026-11-21T10:00:00.000Z',
  product_type: 'bundle',
  guide_name: 'Complete Bundle',
  amount: 1999,
  refunded: 0,
  currency: 'USD',
  status: 'paid',
  downloads: 0,
  receipt_lost: false,
  ...more,
});
const page = (numbers: string, next: string | null, total = 9): OrderPage => ({
  orders: Array.from(numbers, (number) => row(number)),
  next,
  total,
  lost_receipts: [],
});
const numbers = ({ orders }: OrderPage) => orders.map(({ number }) => number).join('');
const sum = (orders: number) => ({ orders, amount: orders * 899, refunded: 0 });
const NOW = Date.parse('2026-11-21T12:00:00Z');

test('an order whose receipt was sent anew is lost no more, and one that is lost stays', () => {
  const known = { ...page('BA', null), lost_receipts: ['A', 'B'] };
  expect(replaceOrder(known, row('A')).lost_receipts).toEqual(['B']);
  expect(replaceOrder(known, row('A', { receipt_lost: true })).lost_receipts).toEqual(['A', 'B']);
  const newest = { ...page('CB', 'after B'), lost_receipts: ['C'] };
  expect(refreshPages(known, newest).lost_receipts).toEqual(['C']);
});

test('the next page comes after the ones before, and no order stands there twice', () => {
  const both = appendPage(page('EDC', 'after C'), page('CBA', null, 10));
  expect(numbers(both)).toBe('EDCBA');
  expect(both).toMatchObject({ next: null, total: 10 });
});

test('what is new comes on top, and what was read further down stays', () => {
  const fresh = refreshPages(page('EDCBA', 'after A'), page('GFE', 'after E', 11));
  expect(numbers(fresh)).toBe('GFEDCBA');
  expect(fresh).toMatchObject({ next: 'after A', total: 11 });
});

test('where more came than one page holds, the list begins again', () => {
  const fresh = refreshPages(page('CBA', 'after A'), page('IHG', 'after G'));
  expect(numbers(fresh)).toBe('IHG');
  expect(fresh.next).toBe('after G');
});

test('an order that has changed changes in the list, in its place', () => {
  const changed = replaceOrder(page('CBA', null), row('B', { status: 'blocked' }));
  expect(changed.orders.map(({ status }) => status)).toEqual(['paid', 'blocked', 'paid']);
});

test('an address names a range and an order, and never anything else', () => {
  expect(readRange('?range=90')).toBe('90');
  expect(readRange('?range=1000')).toBe('30');
  expect(readRange('')).toBe('30');
  expect(readOrderNumber('#order=01F3-4AD8-A31F')).toBe('01F3-4AD8-A31F');
  expect(readOrderNumber('#order=01f3-4ad8-a31f')).toBe('01F3-4AD8-A31F');
  expect(readOrderNumber('#order=cs_test_a1b2c3')).toBeNull();
  expect(readOrderNumber('#history')).toBeNull();
});

test('time is told in words, and exactly', () => {
  expect(timeAgo('2026-11-21T11:59:30Z', NOW)).toBe('just now');
  expect(timeAgo('2026-11-21T12:00:30Z', NOW)).toBe('just now');
  expect(timeAgo('2026-11-21T11:56:00Z', NOW)).toBe('4 minutes ago');
  expect(timeAgo('2026-11-21T11:00:00Z', NOW)).toBe('1 hour ago');
  expect(timeAgo('2026-11-18T11:00:00Z', NOW)).toBe('3 days ago');
  expect(utcTime('2026-11-21T14:05:09.000Z')).toBe('2026-11-21 14:05 UTC');
  expect(localTime('2026-06-15T14:05:00Z', NOW)).not.toContain('2026');
  expect(localTime('2025-06-15T14:05:00Z', NOW)).toContain('2025');
  expect(dayWords('2026-11-01', 'short')).toBe('Nov 1');
  expect(dayWords('2026-11', 'short')).toBe('Nov 2026');
});

test('the comparison with Stripe is late after half an hour', () => {
  expect(isLate({ at: '2026-11-21T11:30:00Z' }, NOW)).toBe(false);
  expect(isLate({ at: '2026-11-21T11:29:59Z' }, NOW)).toBe(true);
  expect(foundWords({ healed: [], failed: 0 })).toBe('nothing missing');
  expect(foundWords({ healed: ['a'], failed: 0 })).toBe('1 order brought up to date');
  expect(foundWords({ healed: ['a', 'b'], failed: 3 })).toBe(
    '2 orders brought up to date; 3 couldn’t be read and will be retried',
  );
});

test.each([
  ['paid', 'blocked', /^Block downloads: /],
  ['blocked', 'open', /^Unblock: This only lifts your block\./],
  ['blocked', 'open', /refunded or disputed, downloads stay blocked/],
  ['refunded', 'open', /^Allow downloads anyway: .*was refunded/],
  ['disputed', 'open', /^Allow downloads anyway: .*is disputed/],
] as const)(
  'the files of an order that is %s can become %s, and the owner reads what that does',
  (status, access, words) => {
    const change = accessChangeFor({ status });
    expect(change?.access).toBe(access);
    expect(`${change?.label}: ${change?.question}`).toMatch(words);
  },
);

test('an order without files has none to take, and a change is told', () => {
  for (const status of ['pending', 'failed'] as const) {
    expect(accessChangeFor({ status })).toBeNull();
  }
  expect(doneWords({ status: 'blocked' })).toBe('Downloads are blocked.');
  expect(doneWords({ status: 'paid' })).toBe('Downloads are open again.');
  for (const status of ['refunded', 'disputed'] as const) {
    expect(doneWords({ status })).toContain('Your block is lifted. Downloads stay blocked');
  }
});

const refusal = (problem: object | null) =>
  failedWords(new ApiError(new Response(null, { status: 503 }), problem));

test('nothing was changed is said only where the shop has said so', () => {
  expect(refusal({ code: 'temporarily_unavailable', detail: 'Wait.' })).toBe(
    'Nothing changed. Wait.',
  );
  for (const words of [refusal(null), failedWords(new TypeError('Failed to fetch'))]) {
    expect(words).toContain('can’t tell');
  }
});

test('an order says how much of its money went back', () => {
  expect(meaningOf(row('A'))).toBe('The buyer can download.');
  expect(meaningOf(row('A', { refunded: 200 }))).toBe(
    '$2.00 was refunded. The buyer can download.',
  );
  expect(meaningOf(row('A', { refunded: 1999 }))).toMatch(/^The full amount was refunded\./);
  expect(downloadWords(0)).toBe('Not downloaded yet');
  expect(downloadWords(1)).toBe('1 download');
  expect(downloadWords(1200)).toBe('1,200 downloads');
  expect(hasFiles({ status: 'pending', downloads: 0 })).toBe(false);
});

test('the books are offered by year, what is older too, and as a whole', () => {
  const bars = ['2024-12', '2025-01', '2026-11'].map((from, index) => ({
    from,
    sums: { bundle: sum(index) },
  }));
  const files = (total: number) => exportsOf({ bars, total: sum(total) }, total);
  expect(files(3)).toEqual([
    { label: '2026', href: '/api/admin/orders.csv?from=2026-01-01&to=2026-12-31' },
    { label: '2025', href: '/api/admin/orders.csv?from=2025-01-01&to=2025-12-31' },
    { label: 'All orders', href: '/api/admin/orders.csv' },
  ]);
  expect(files(4)[2]).toEqual({
    label: 'Before 2025',
    href: '/api/admin/orders.csv?to=2024-12-31',
  });
  expect(exportsOf({ bars: [], total: sum(0) }, 0)).toHaveLength(1);
});

test('no file is offered that has more orders than one can hold', () => {
  const soldIn = (months: Record<string, number>, earlier = 0, unpaid = 0) => {
    const bars = Object.entries(months).map(([from, orders]) => ({
      from,
      sums: { bundle: sum(orders) },
    }));
    const total = earlier + Object.values(months).reduce((all, orders) => all + orders, 0);
    const files = exportsOf({ bars, total: sum(total) }, total + unpaid);
    return files.map(({ label }) => label).join(', ');
  };
  const most = ORDERS_PER_FILE;
  expect(soldIn({ '2026-12': most })).toBe('2026, All orders');
  expect(soldIn({ '2026-12': most }, 0, 1)).toBe('2026');
  expect(soldIn({ '2026-12': most, '2027-01': 1 })).toBe('2027, 2026');
  expect(soldIn({ '2026-12': 1, '2027-01': most, '2027-02': 1 })).toBe('Feb 2027, Jan 2027, 2026');
  // What no bar holds may be of the year of the first bar, or before it.
  const months = soldIn({ '2028-03': 1, '2029-02': 1 }, most);
  expect(months).toMatch(/^2029, Dec 2028, .*Jan 2028, Before 2028$/);
  expect(soldIn({ '2028-03': 1 }, most + 1)).toMatch(/^Mar 2028, .*Dec 2027, .*Jan 2026$/);
  const bars = ['2028-01', '2028-02'].map((from) => ({ from, sums: { bundle: sum(most) } }));
  expect(exportsOf({ bars, total: sum(2 * most) }, 2 * most)).toEqual([
    { label: 'Feb 2028', href: '/api/admin/orders.csv?from=2028-02-01&to=2028-02-29' },
    { label: 'Jan 2028', href: '/api/admin/orders.csv?from=2028-01-01&to=2028-01-31' },
  ]);
});
