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

type StatusRow = { readonly name: string; readonly sale: Partial<Sale> };

describe('the status of an order', () => {
  describe('a paid order', () => {
    test.each<StatusRow>([
      { name: 'after its payment', sale: {} },
      { name: 'if it was free', sale: { amountInCents: 0 } },
      { name: 'if all but one cent is refunded', sale: { refunds: [refundOf(PRICE - 1)] } },
      { name: 'if its refund failed', sale: { refunds: [refundOf(PRICE, 'failed')] } },
      { name: 'if its refund was canceled', sale: { refunds: [refundOf(PRICE, 'canceled')] } },
      { name: 'if its dispute was won', sale: { disputes: [disputeOf('won')] } },
      { name: 'if its inquiry was closed', sale: { disputes: [disputeOf('warning_closed')] } },
    ])('treats an order as paid $name', ({ sale }) => {
      expect(statusOf(orderOf(sale))).toBe('paid');
    });
  });

  describe('a refunded order', () => {
    test.each<StatusRow>([
      { name: 'after a full refund', sale: { refunds: [refundOf(PRICE)] } },
      {
        name: 'after two partial refunds that add up to the whole amount',
        sale: { refunds: [refundOf(999), refundOf(1000, 'pending', 're_2')] },
      },
      {
        name: 'after a full refund even if its amount does not match its price',
        sale: { matchesPrice: false, refunds: [refundOf(PRICE)] },
      },
      {
        name: 'after a full refund even if it is also disputed',
        sale: { refunds: [refundOf(PRICE)], disputes: [disputeOf('needs_response')] },
      },
    ])('treats an order as refunded $name', ({ sale }) => {
      expect(statusOf(orderOf(sale))).toBe('refunded');
    });
  });

  describe('a disputed order', () => {
    test.each([
      'needs_response',
      'warning_needs_response',
      'under_review',
      'appeal_under_review',
      'lost',
      'prevented',
      'a_status_that_is_new',
    ])('treats an order as disputed if its dispute has the status %s', (status) => {
      expect(statusOf(orderOf({ disputes: [disputeOf(status)] }))).toBe('disputed');
    });

    test.each<StatusRow>([
      {
        name: 'if only one of two disputes was won',
        sale: { disputes: [disputeOf('won'), disputeOf('under_review', 'dp_2')] },
      },
      {
        name: 'even after a partial refund',
        sale: { refunds: [refundOf(PRICE - 1)], disputes: [disputeOf('needs_response')] },
      },
      {
        name: 'even if its amount does not match its price',
        sale: { matchesPrice: false, disputes: [disputeOf('needs_response')] },
      },
    ])('treats an order as disputed $name', ({ sale }) => {
      expect(statusOf(orderOf(sale))).toBe('disputed');
    });
  });

  describe('an unmatched order', () => {
    test.each<StatusRow>([
      { name: 'if its amount does not match its price', sale: { matchesPrice: false } },
      {
        name: 'after a partial refund if its amount does not match its price',
        sale: { matchesPrice: false, refunds: [refundOf(PRICE - 1)] },
      },
    ])('treats an order as unmatched $name', ({ sale }) => {
      expect(statusOf(orderOf(sale))).toBe('unmatched');
    });
  });

  test.each<{ name: string; sale: Partial<Sale>; status: Sale['payment'] }>([
    {
      name: 'treats an order as pending before its debit is paid',
      sale: { payment: 'pending', paidAt: null },
      status: 'pending',
    },
    {
      name: 'treats an unpaid order as pending even if its amount does not match its price',
      sale: { payment: 'pending', paidAt: null, matchesPrice: false },
      status: 'pending',
    },
    {
      name: 'treats an order as failed once its debit has failed',
      sale: { payment: 'failed', paidAt: null },
      status: 'failed',
    },
  ])('$name', ({ sale, status }) => {
    expect(statusOf(orderOf(sale))).toBe(status);
  });
});

describe('after the owner blocked an order', () => {
  const access = { is: 'blocked', at: AT } as const;

  test('treats an order as blocked once the owner blocks it', () => {
    expect(statusOf(orderOf({}, { access }))).toBe('blocked');
  });

  test('treats a blocked order as blocked even if its amount does not match its price', () => {
    expect(statusOf(orderOf({ matchesPrice: false }, { access }))).toBe('blocked');
  });

  test('treats a blocked order as blocked even if it is refunded later', () => {
    const refunds = [refundOf(PRICE, 'succeeded', 're_1', AT + 10)];
    expect(statusOf(orderOf({ refunds }, { access }))).toBe('blocked');
  });

  test('treats a blocked order as pending until it is paid', () => {
    const pending = orderOf({ payment: 'pending', paidAt: null }, { access });
    expect(statusOf(pending)).toBe('pending');
  });
});

describe('after the owner opened the downloads of an order', () => {
  const access = { is: 'open', at: AT } as const;

  test('treats an order with a wrong amount as paid after the owner opens its downloads', () => {
    expect(statusOf(orderOf({ matchesPrice: false }, { access }))).toBe('paid');
  });

  test.each([
    { when: 'a second before', createdAt: AT - 1, status: 'paid' },
    { when: 'in the same second that', createdAt: AT, status: 'refunded' },
    { when: 'a second after', createdAt: AT + 1, status: 'refunded' },
  ])(
    'treats an order as $status if it was refunded $when the owner opened its downloads',
    ({ createdAt, status }) => {
      const refunds = [refundOf(PRICE, 'succeeded', 're_1', createdAt)];
      expect(statusOf(orderOf({ refunds }, { access }))).toBe(status);
    },
  );

  test.each([
    { when: 'a second before', createdAt: AT - 1, status: 'paid' },
    { when: 'in the same second that', createdAt: AT, status: 'disputed' },
    { when: 'a second after', createdAt: AT + 1, status: 'disputed' },
  ])(
    'treats an order as $status if it was disputed $when the owner opened its downloads',
    ({ createdAt, status }) => {
      const disputes = [disputeOf('lost', 'dp_1', createdAt)];
      expect(statusOf(orderOf({ disputes }, { access }))).toBe(status);
    },
  );

  test('closes opened downloads once the rest of a partial refund is refunded', () => {
    const refunds = [
      refundOf(PRICE - 1, 'succeeded', 're_1', AT - 10),
      refundOf(1, 'succeeded', 're_2', AT + 10),
    ];
    expect(statusOf(orderOf({ refunds }, { access }))).toBe('refunded');
  });

  test('treats an order as disputed after a second dispute even if the owner opened its downloads', () => {
    const disputes = [
      disputeOf('lost', 'dp_1', AT - 10),
      disputeOf('needs_response', 'dp_2', AT + 10),
    ];
    expect(statusOf(orderOf({ disputes }, { access }))).toBe('disputed');
  });
});

describe('the note about opened downloads', () => {
  test('opens downloads again after a second dispute', () => {
    const disputes = [
      disputeOf('lost', 'dp_1', AT - 10),
      disputeOf('needs_response', 'dp_2', AT + 10),
    ];
    const access = { is: 'open', at: AT } as const;
    const disputedAgain = orderOf({ disputes }, { access });
    const note = accessNote(disputedAgain, 'open', AT + 20);
    expect(statusOf({ ...disputedAgain, access: note })).toBe('paid');
  });

  test.each<StatusRow>([
    {
      name: 'a refund',
      sale: { refunds: [refundOf(PRICE, 'succeeded', 're_1', AT + 50)] },
    },
    { name: 'a dispute', sale: { disputes: [disputeOf('lost', 'dp_1', AT + 50)] } },
  ])('opens downloads after $name, even if Stripe’s clock is ahead', ({ sale }) => {
    const order = orderOf(sale);
    expect(statusOf({ ...order, access: accessNote(order, 'open', AT) })).toBe('paid');
  });

  test('does not keep downloads open after the next dispute, even if Stripe’s clock is ahead', () => {
    const first = disputeOf('lost', 'dp_1', AT + 50);
    const order = orderOf({ disputes: [first] });
    const opened = { ...order, access: accessNote(order, 'open', AT) };
    const next = disputeOf('needs_response', 'dp_2', AT + 51);
    expect(statusOf({ ...opened, disputes: [first, next] })).toBe('disputed');
  });
});

type ResponseRow = {
  readonly name: string;
  /** null if nothing was bought. */
  readonly response: Partial<Sale> | null;
  readonly stored: Partial<Sale>;
};

const isResponseStale = ({ response, stored }: ResponseRow): boolean =>
  isStale(response && saleFor(3, response), saleFor(3, stored));

describe('a stale response from Stripe', () => {
  test.each<ResponseRow>([
    { name: 'if it lacks the stored refund', response: {}, stored: { refunds: [refundOf(1)] } },
    {
      name: 'if it lacks one of two stored refunds',
      response: { refunds: [refundOf(1)] },
      stored: { refunds: [refundOf(1), refundOf(1, 'pending', 're_2')] },
    },
    {
      name: 'if it lacks the stored dispute',
      response: {},
      stored: { disputes: [disputeOf('won')] },
    },
    {
      name: 'if it says that a paid order is pending',
      response: { payment: 'pending' },
      stored: {},
    },
    {
      name: 'if it says that a paid order has failed',
      response: { payment: 'failed' },
      stored: {},
    },
    {
      name: 'if it says that a failed order is pending',
      response: { payment: 'pending' },
      stored: { payment: 'failed' },
    },
    { name: 'if it says that nothing was bought', response: null, stored: {} },
  ])('treats Stripe’s response as stale $name', (row) => {
    expect(isResponseStale(row)).toBe(true);
  });
});

describe('a current response from Stripe', () => {
  test.each<ResponseRow>([
    { name: 'if it equals the stored sale', response: {}, stored: {} },
    { name: 'if it has an additional refund', response: { refunds: [refundOf(1)] }, stored: {} },
    {
      name: 'if the stored refund has failed in the meantime',
      response: { refunds: [refundOf(1, 'failed')] },
      stored: { refunds: [refundOf(1)] },
    },
    {
      name: 'if it returns the stored dispute with another status',
      response: { disputes: [disputeOf('lost')] },
      stored: { disputes: [disputeOf('won')] },
    },
    { name: 'if it says that a failed order is paid', response: {}, stored: { payment: 'failed' } },
    {
      name: 'if it says that a pending order is paid',
      response: {},
      stored: { payment: 'pending' },
    },
  ])('treats Stripe’s response as current $name', (row) => {
    expect(isResponseStale(row)).toBe(false);
  });

  test('treats Stripe’s response as current if the order is not stored', () => {
    expect(isStale(saleFor(3), null)).toBe(false);
  });

  test('treats Stripe’s response as current if nothing was bought or stored', () => {
    expect(isStale(null, null)).toBe(false);
  });
});

test.each([
  { discountInCents: 0, taxInCents: 0, words: '$8.99' },
  { discountInCents: 225, taxInCents: 0, words: '$8.99 (after $2.25 off)' },
  { discountInCents: 0, taxInCents: 61, words: '$8.99 (including $0.61 tax)' },
  { discountInCents: 225, taxInCents: 61, words: '$8.99 (after $2.25 off, including $0.61 tax)' },
])('describes what a buyer paid as $words', ({ discountInCents, taxInCents, words }) => {
  const sale = { amountInCents: 899, discountInCents, taxInCents, currency: 'usd' };
  expect(amountPaid(sale)).toBe(words);
});

test('formats the price, discount and tax in the currency of the order', () => {
  const sale = { amountInCents: 1350, discountInCents: 150, taxInCents: 123, currency: 'jpy' };
  expect(amountPaid(sale)).toBe('¥1,350 (after ¥150 off, including ¥123 tax)');
});

const dayAt = (time: string, timeZone: string, offsetInSeconds = 0): string =>
  dayOf(Date.parse(time) / 1000 + offsetInSeconds, timeZone);

describe('the day of a timestamp', () => {
  const DAYS = [
    {
      name: 'a day in UTC',
      timeZone: 'UTC',
      day: '2026-11-21',
      firstSecond: '2026-11-21T00:00:00Z',
      lastSecond: '2026-11-21T23:59:59Z',
    },
    {
      name: 'a 25-hour day',
      timeZone: 'America/New_York',
      day: '2026-11-01',
      firstSecond: '2026-11-01T04:00:00Z',
      lastSecond: '2026-11-02T04:59:59Z',
    },
    {
      // The clock skips from 23:59 to 01:00.
      name: 'a 23-hour day without a midnight',
      timeZone: 'America/Santiago',
      day: '2026-09-06',
      firstSecond: '2026-09-06T04:00:00Z',
      lastSecond: '2026-09-07T02:59:59Z',
    },
  ];
  test.each(DAYS)('starts $name at its first second', ({ timeZone, day, firstSecond }) => {
    expect(dayAt(firstSecond, timeZone)).toBe(day);
    expect(dayAt(firstSecond, timeZone, -1)).not.toBe(day);
  });

  test.each(DAYS)('ends $name after its last second', ({ timeZone, day, lastSecond }) => {
    expect(dayAt(lastSecond, timeZone)).toBe(day);
    expect(dayAt(lastSecond, timeZone, 1)).not.toBe(day);
  });
});

test.each([
  { day: '2026-11-30', when: 'after', count: 1, expected: '2026-12-01' },
  { day: '2026-12-31', when: 'after', count: 1, expected: '2027-01-01' },
  { day: '2028-02-28', when: 'after', count: 1, expected: '2028-02-29' },
  { day: '2026-03-01', when: 'before', count: -1, expected: '2026-02-28' },
])('computes the day $when $day', ({ day, count, expected }) => {
  expect(daysAfter(day, count)).toBe(expected);
});
