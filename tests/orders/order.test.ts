import { describe, expect, test } from 'vitest';
import { isStale } from '../../netlify/orders/stale-response.ts';
import { amountPaid } from '../../netlify/shop/amount-paid.ts';
import { dayOf, daysAfter } from '../../netlify/shop/dates.ts';
import { NO_NOTES, type Order } from '../../netlify/orders/order.ts';
import { accessNote, statusOf } from '../../netlify/orders/status.ts';
import type { Sale } from '../../netlify/stripe/sale.ts';
import { disputeOf, refundOf, saleFor } from '../shop/seed.ts';

const PRICE = 1999;
const AT = 1_800_000_000;

const orderOf = (sale: Partial<Sale>, notes: Partial<Order> = {}): Order => ({
  sessionId: 'cs_test_1',
  ...saleFor(3, { amountInCents: PRICE, ...sale }),
  ...NO_NOTES,
  ...notes,
});

describe('the status of an order', () => {
  test.each<readonly [status: string, sale: Partial<Sale>]>([
    ['pending', { payment: 'pending', paidAt: null }],
    ['failed', { payment: 'failed', paidAt: null }],
    ['paid', {}],
    ['paid', { amountInCents: 0 }],
    ['paid', { refunds: [refundOf(PRICE - 1)] }],
    ['refunded', { refunds: [refundOf(PRICE)] }],
    ['refunded', { refunds: [refundOf(999), refundOf(1000, 'pending', 're_2')] }],
    ['paid', { refunds: [refundOf(PRICE, 'failed')] }],
    ['paid', { refunds: [refundOf(PRICE, 'canceled')] }],
    ['paid', { disputes: [disputeOf('won')] }],
    ['paid', { disputes: [disputeOf('warning_closed')] }],
    ['disputed', { disputes: [disputeOf('needs_response')] }],
    ['disputed', { disputes: [disputeOf('warning_needs_response')] }],
    ['disputed', { disputes: [disputeOf('under_review')] }],
    ['disputed', { disputes: [disputeOf('appeal_under_review')] }],
    ['disputed', { disputes: [disputeOf('lost')] }],
    ['disputed', { disputes: [disputeOf('prevented')] }],
    ['disputed', { disputes: [disputeOf('a_status_that_is_new')] }],
    ['disputed', { disputes: [disputeOf('won'), disputeOf('under_review', 'dp_2')] }],
    ['unmatched', { matchesPrice: false }],
    ['unmatched', { matchesPrice: false, refunds: [refundOf(PRICE - 1)] }],
    ['pending', { matchesPrice: false, payment: 'pending', paidAt: null }],
    ['refunded', { matchesPrice: false, refunds: [refundOf(PRICE)] }],
    ['disputed', { matchesPrice: false, disputes: [disputeOf('needs_response')] }],
  ])('is %s for %j', (status, sale) => {
    expect(statusOf(orderOf(sale))).toBe(status);
  });

  test('is pending until it is paid, also if the owner blocked it', () => {
    const access = { is: 'blocked', at: AT } as const;
    expect(statusOf(orderOf({ payment: 'pending', paidAt: null }, { access }))).toBe('pending');
    expect(statusOf(orderOf({}, { access }))).toBe('blocked');
  });

  test.each<readonly [what: string, createdAt: number, status: string]>([
    ['before', AT - 1, 'paid'],
    ['in the same second', AT, 'refunded'],
    ['after', AT + 1, 'refunded'],
  ])('of an order that the owner opened and was refunded %s', (_what, createdAt, status) => {
    const access = { is: 'open', at: AT } as const;
    expect(
      statusOf(orderOf({ refunds: [refundOf(PRICE, 'succeeded', 're_1', createdAt)] }, { access })),
    ).toBe(status);
    const disputed = orderOf({ disputes: [disputeOf('lost', 'dp_1', createdAt)] }, { access });
    expect(statusOf(disputed)).toBe(status === 'refunded' ? 'disputed' : 'paid');
  });

  test.each([
    ['open', 'paid'],
    ['blocked', 'blocked'],
  ] as const)('of an unmatched order that the owner made %s is %s', (is, status) => {
    expect(statusOf(orderOf({ matchesPrice: false }, { access: { is, at: AT } }))).toBe(status);
  });

  test('is disputed again if a second dispute follows after the owner opened it', () => {
    const first = disputeOf('lost', 'dp_1', AT);
    const order = orderOf({ disputes: [first] });
    const opened = { ...order, access: accessNote(order, 'open', AT + 10) };
    const second = { ...opened, disputes: [first, disputeOf('needs_response', 'dp_2', AT + 20)] };
    expect(statusOf(second)).toBe('disputed');
    const reopened = { ...second, access: accessNote(second, 'open', AT + 30) };
    expect(statusOf(reopened)).toBe('paid');
  });

  test('is paid once the owner opens it, although Stripe’s clock is ahead', () => {
    const sale = { refunds: [refundOf(PRICE)], disputes: [disputeOf('lost', 'dp_1', AT + 50)] };
    const order = orderOf(sale);
    const opened = { ...order, access: accessNote(order, 'open', AT) };
    expect(statusOf(opened)).toBe('paid');
    const next = disputeOf('needs_response', 'dp_2', AT + 51);
    expect(statusOf({ ...opened, disputes: [...sale.disputes, next] })).toBe('disputed');
  });
});

describe('an answer of Stripe’s', () => {
  const SOLD = saleFor(3);
  const [ONE, OTHER] = [refundOf(1), refundOf(1, 'pending', 're_2')];
  test.each<readonly [what: string, isOlder: boolean, Partial<Sale> | null, Partial<Sale>]>([
    ['is equal', false, {}, {}],
    ['has a refund more', false, { refunds: [ONE] }, {}],
    ['lacks a refund', true, {}, { refunds: [ONE] }],
    ['lacks one of two', true, { refunds: [ONE] }, { refunds: [ONE, OTHER] }],
    ['has a refund that failed', false, { refunds: [refundOf(1, 'failed')] }, { refunds: [ONE] }],
    ['lacks a dispute', true, {}, { disputes: [disputeOf('won')] }],
    ['has one lost', false, { disputes: [disputeOf('lost')] }, { disputes: [disputeOf('won')] }],
    ['is pending where it was paid', true, { payment: 'pending' }, {}],
    ['is failed where it was paid', true, { payment: 'failed' }, {}],
    ['is pending where it had failed', true, { payment: 'pending' }, { payment: 'failed' }],
    ['is paid where it had failed', false, {}, { payment: 'failed' }],
    ['is paid where it was pending', false, {}, { payment: 'pending' }],
    ['says that nothing is bought', true, null, {}],
  ])('that %s is older: %s', (_what, expected, answer, stored) => {
    expect(isStale(answer && { ...SOLD, ...answer }, { ...SOLD, ...stored })).toBe(expected);
  });

  test('is never older than nothing', () => {
    expect([isStale(SOLD, null), isStale(null, null)]).toEqual([false, false]);
  });
});

test.each([
  [0, 0, '$8.99'],
  [225, 0, '$8.99 (after $2.25 off)'],
  [0, 61, '$8.99 (including $0.61 tax)'],
  [225, 61, '$8.99 (after $2.25 off, including $0.61 tax)'],
])('with a discount of %d and a tax of %d, a buyer paid "%s"', (discount, tax, words) => {
  const paid = { amountInCents: 899, discountInCents: discount, taxInCents: tax, currency: 'usd' };
  expect(amountPaid(paid)).toBe(words);
});

test.each([
  ['UTC', '2026-11-21', '2026-11-21T00:00:00Z', 24],
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00Z', 25],
  // This day has no midnight: clocks go from 23:59 to 01:00.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', 23],
])('a day of %s, %s, begins at %s and has %d hours', (timeZone, day, begins, hours) => {
  const first = Date.parse(begins) / 1000;
  const next = first + hours * 3600;
  const around = [first - 1, first, next - 1, next].map((at) => dayOf(at, timeZone));
  expect(around).toEqual([daysAfter(day, -1), day, day, daysAfter(day, 1)]);
});
