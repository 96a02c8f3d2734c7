import { describe, expect, test } from 'vitest';
import type { CheckoutSession } from '../../netlify/checkout/checkout-session.ts';
import { factsOf, orderFrom } from '../../netlify/orders/orders.ts';

const paid: CheckoutSession = {
  id: 'cs_test_1',
  productType: 'bundle',
  amountInCents: 1999,
  discountInCents: 0,
  taxInCents: 0,
  presented: null,
  upgradeOf: null,
  currency: 'usd',
  createdAt: 1_700_000_000,
  payment: 'paid',
  paidAt: 1_763_716_800,
  isOfThisSite: true,
  paymentId: 'pi_1',
  email: 'parent@example.com',
  buyer: 'b1',
  refunds: [],
  disputes: [],
};

const LEARNED = { source: 'webhook', at: 1_763_716_800 } as const;
const createdAt = 1_700_000_060;

/** Sessions with refunds, each of an amount, a status and an id. */
const withRefunds = (...refunds: readonly [amount: number, status?: string, id?: string][]) => ({
  refunds: refunds.map(([amountInCents, status = 'succeeded', id = 're_1']) => ({
    id,
    amountInCents,
    status,
    createdAt,
  })),
});

/** The status after Stripe was asked at each of these moments, in this order. */
const statusAfter = (moments: readonly Partial<CheckoutSession>[]) => {
  const facts = moments.map((moment) => factsOf({ ...paid, ...moment }, LEARNED) ?? {});
  return orderFrom(paid.id, Object.assign({}, ...facts))?.status;
};

test('an order does not exist while nothing was paid', () => {
  expect(factsOf({ ...paid, payment: 'none' }, LEARNED)).toBeNull();
  expect(orderFrom(paid.id, {})).toBeNull();
});

test('an order keeps what was sold and when', () => {
  expect(orderFrom(paid.id, factsOf(paid, LEARNED) ?? {})).toEqual({
    sessionId: 'cs_test_1',
    productType: 'bundle',
    amountInCents: 1999,
    discountInCents: 0,
    taxInCents: 0,
    presented: null,
    isUpgraded: false,
    currency: 'usd',
    createdAt: 1_700_000_000,
    paymentId: 'pi_1',
    refundedInCents: 0,
    status: 'paid',
  });
});

test.each<readonly [status: string, moments: readonly Partial<CheckoutSession>[]]>([
  ['pending', [{ payment: 'pending' }]],
  ['paid', [{ payment: 'pending' }, { payment: 'paid' }]],
  ['failed', [{ payment: 'pending' }, { payment: 'failed' }]],
  // By a full discount.
  ['paid', [{ amountInCents: 0 }]],
  ['paid', [withRefunds([500])]],
  ['refunded', [withRefunds([1999])]],
  ['refunded', [withRefunds([999]), withRefunds([999], [1000, 'pending', 're_2'])]],
  // A refund may fail even after it had succeeded.
  ['paid', [withRefunds([1999]), withRefunds([1999, 'failed'])]],
  ['paid', [withRefunds([1999]), withRefunds([1999, 'canceled'])]],
])('an order is %s after %j, whichever came first', (status, moments) => {
  expect(statusAfter(moments)).toBe(status);
  expect(statusAfter(moments.toReversed())).toBe(status);
});

describe('facts as they were written before a refund’s end was a fact of its own', () => {
  const OLDER = {
    product: 'bundle',
    amount: '1999',
    currency: 'usd',
    created: '1700000000',
    'payment:paid': 'webhook 1700000060',
    'refund:re_1:pending': '1000',
    'refund:re_1:succeeded': '1000',
  };
  const NEWER = { 'refund:re_1': '1000 1700000100', 'refund:re_2:succeeded': '999' };
  test.each([
    ['paid', 1000, {}],
    ['refunded', 1999, NEWER],
    ['paid', 1000, { ...NEWER, 'refund:re_2:failed': '999' }],
  ])('are read too: %s, %d with %j', (status, refundedInCents, more) => {
    const order = orderFrom('cs_1', { ...OLDER, ...more });
    expect(order).toMatchObject({ status, refundedInCents });
  });
});
