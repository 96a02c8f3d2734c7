import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NO_NOTES, type Order } from '../../netlify/orders/order.ts';
import type { Sale } from '../../netlify/stripe/sale.ts';
import { disputeOf, refundOf, saleFor } from '../shop/seed.ts';
import { openTestShop } from '../shop/shop.ts';

await openTestShop();
const { catalog } = await import('../../netlify/shop/catalog.ts');
const { refundDueOn, withdrawableUntil } = await import('../../netlify/orders/withdrawal.ts');

const PRICE = 899;
const secondsOf = (time: string): number => Date.parse(time) / 1000;

/** The last second of November 21 in New York. */
const LAST_SECOND = '2026-11-22T04:59:59Z';
/** The first second of November 22 in New York. */
const FIRST_SECOND = '2026-11-22T05:00:00Z';

const { checkout, time_zone } = catalog;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(FIRST_SECOND) });
  Object.assign(catalog, { time_zone: 'America/New_York', checkout: { withdrawal: true } });
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(catalog, { time_zone, checkout });
});

const orderOf = (sale: Partial<Sale>, notes: Partial<Order> = {}): Order => ({
  sessionId: 'cs_test_1',
  ...saleFor(1, { amountInCents: PRICE, paidAt: secondsOf(FIRST_SECOND), ...sale }),
  ...NO_NOTES,
  ...notes,
});

const withdrawnAt = (time: string, sale: Partial<Sale> = {}): Order =>
  orderOf(sale, { withdrawnAt: secondsOf(time) });

describe('the last day to refund a withdrawn order', () => {
  test.each([
    { name: 'in the last second of a day', time: LAST_SECOND, dueOn: '2026-12-05' },
    { name: 'in the first second of a day', time: FIRST_SECOND, dueOn: '2026-12-06' },
  ])('allows 14 days to refund an order withdrawn $name in New York', ({ time, dueOn }) => {
    expect(refundDueOn(withdrawnAt(time))).toBe(dueOn);
  });

  test('allows 14 days to refund an order even if the clocks change in between', () => {
    // Clocks are set back on November 1, 2026.
    expect(refundDueOn(withdrawnAt('2026-10-31T03:59:59Z'))).toBe('2026-11-13');
    expect(refundDueOn(withdrawnAt('2026-10-31T04:00:00Z'))).toBe('2026-11-14');
  });

  test('does not change the refund deadline after a partial refund', () => {
    const order = withdrawnAt(FIRST_SECOND, { refunds: [refundOf(PRICE - 1)] });
    expect(refundDueOn(order)).toBe('2026-12-06');
  });

  test('does not change the refund deadline after a failed refund', () => {
    const order = withdrawnAt(FIRST_SECOND, { refunds: [refundOf(PRICE, 'failed')] });
    expect(refundDueOn(order)).toBe('2026-12-06');
  });

  test.each<{ name: string; sale: Partial<Sale> }>([
    { name: 'a full refund', sale: { refunds: [refundOf(PRICE)] } },
    {
      name: 'two partial refunds that add up to the whole amount',
      sale: { refunds: [refundOf(500), refundOf(399, 'pending', 're_2')] },
    },
    {
      name: 'a dispute whose amount the bank withdrew',
      sale: { disputes: [disputeOf('lost', 'dp_1', 5, PRICE)] },
    },
  ])('returns no refund deadline after $name', ({ sale }) => {
    expect(refundDueOn(withdrawnAt(FIRST_SECOND, sale))).toBeNull();
  });

  test('returns no refund deadline without a withdrawal', () => {
    expect(refundDueOn(orderOf({}))).toBeNull();
  });
});

// `refundDays` in tests/shop/templates.ts is 14.
describe('the last day to withdraw', () => {
  test.each([
    { name: 'in the last second of a day', paidAt: LAST_SECOND, until: '2026-12-05' },
    { name: 'in the first second of a day', paidAt: FIRST_SECOND, until: '2026-12-06' },
  ])('allows 14 days to withdraw from an order paid $name in New York', ({ paidAt, until }) => {
    expect(withdrawableUntil(orderOf({ paidAt: secondsOf(paidAt) }))).toBe(until);
  });

  test.each([
    { name: 'the last second of the last day', at: '2026-12-07T04:59:59Z', until: '2026-12-06' },
    { name: 'the first second after the last day', at: '2026-12-07T05:00:00Z', until: null },
  ])('returns $until as the withdrawal deadline in $name', ({ at, until }) => {
    vi.setSystemTime(Date.parse(at));
    expect(withdrawableUntil(orderOf({}))).toBe(until);
  });

  test('does not change the withdrawal deadline after a partial refund', () => {
    const order = orderOf({ refunds: [refundOf(PRICE - 1)] });
    expect(withdrawableUntil(order)).toBe('2026-12-06');
  });

  test.each<{ name: string; sale: Partial<Sale> }>([
    { name: 'that is fully refunded', sale: { refunds: [refundOf(PRICE)] } },
    { name: 'in dispute', sale: { disputes: [disputeOf('needs_response')] } },
    { name: 'that is pending', sale: { payment: 'pending', paidAt: null } },
    { name: 'that was free', sale: { amountInCents: 0 } },
  ])('returns no withdrawal deadline for an order $name', ({ sale }) => {
    expect(withdrawableUntil(orderOf(sale))).toBeNull();
  });

  test('returns no withdrawal deadline after a withdrawal', () => {
    const order = orderOf({}, { withdrawnAt: secondsOf(FIRST_SECOND) });
    expect(withdrawableUntil(order)).toBeNull();
  });

  test('returns no withdrawal deadline in a shop without withdrawals', () => {
    Object.assign(catalog, { checkout: {} });
    expect(withdrawableUntil(orderOf({}))).toBeNull();
  });
});
