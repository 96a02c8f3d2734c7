import { describe, expect, test } from 'vitest';
import type { CheckoutSession } from '../../netlify/checkout/checkout-session.ts';
import { factsOf, orderFrom } from '../../netlify/orders/orders.ts';

const paid: CheckoutSession = {
  id: 'cs_test_1',
  productType: 'bundle',
  amountInCents: 1999,
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

const refund = (amountInCents: number, status = 'succeeded', id = 're_1') => ({
  id,
  amountInCents,
  status,
  createdAt: 1_700_000_060,
});

/** Facts as they were written before a refund's end was a fact of its own. */
const OLDER = {
  product: 'bundle',
  amount: '1999',
  currency: 'usd',
  created: '1700000000',
  'payment:paid': 'webhook 1700000060',
  'refund:re_1:pending': '1000',
  'refund:re_1:succeeded': '1000',
};

/** The state after Stripe was asked at each of these moments, in this order. */
const statusAfter = (...moments: Partial<CheckoutSession>[]) => {
  const facts = moments.map((moment) => factsOf({ ...paid, ...moment }, LEARNED) ?? {});
  return orderFrom(paid.id, Object.assign({}, ...facts))?.status;
};

/** Both orders of two moments must come to the same. */
const statusEitherWay = (a: Partial<CheckoutSession>, b: Partial<CheckoutSession>) => {
  const status = statusAfter(a, b);
  expect(statusAfter(b, a)).toBe(status);
  return status;
};

describe('an order', () => {
  test('does not exist while nothing was paid', () => {
    expect(factsOf({ ...paid, payment: 'none' }, LEARNED)).toBeNull();
    expect(orderFrom(paid.id, {})).toBeNull();
  });

  test('keeps what was sold and when', () => {
    expect(orderFrom(paid.id, factsOf(paid, LEARNED) ?? {})).toEqual({
      sessionId: 'cs_test_1',
      productType: 'bundle',
      amountInCents: 1999,
      currency: 'usd',
      createdAt: 1_700_000_000,
      paymentId: 'pi_1',
      refundedInCents: 0,
      status: 'paid',
    });
  });

  test('is pending while the bank works, then paid or failed, however late the older news comes', () => {
    expect(statusAfter({ payment: 'pending' })).toBe('pending');
    expect(statusEitherWay({ payment: 'pending' }, { payment: 'paid' })).toBe('paid');
    expect(statusEitherWay({ payment: 'pending' }, { payment: 'failed' })).toBe('failed');
  });

  test('stays paid after a partial refund and is refunded once all of it is given back', () => {
    expect(statusAfter({ refunds: [refund(500)] })).toBe('paid');
    expect(statusAfter({ refunds: [refund(1999)] })).toBe('refunded');
    const inTwo = { refunds: [refund(999), refund(1000, 'pending', 're_2')] };
    expect(statusEitherWay({ refunds: [refund(999)] }, inTwo)).toBe('refunded');
  });

  test('is paid again when the refund failed on its way, even after it had succeeded', () => {
    const gone = { refunds: [refund(1999)] };
    expect(statusEitherWay(gone, { refunds: [refund(1999, 'failed')] })).toBe('paid');
    expect(statusEitherWay(gone, { refunds: [refund(1999, 'canceled')] })).toBe('paid');
  });

  test('reads refunds in their older form too', () => {
    expect(orderFrom('cs_1', OLDER)).toMatchObject({ status: 'paid', refundedInCents: 1000 });
    const both = { ...OLDER, 'refund:re_1': '1000 1700000100', 'refund:re_2:succeeded': '999' };
    expect(orderFrom('cs_1', both)).toMatchObject({ status: 'refunded', refundedInCents: 1999 });
    const failed = { ...both, 'refund:re_2:failed': '999' };
    expect(orderFrom('cs_1', failed)).toMatchObject({ status: 'paid', refundedInCents: 1000 });
  });

  test('that cost nothing, by a full discount, is paid', () => {
    expect(statusAfter({ amountInCents: 0 })).toBe('paid');
  });
});
