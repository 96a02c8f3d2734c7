import { describe, expect, test } from 'vitest';
import { type Amounts, amountsOf, refundableAmount } from '../../netlify/orders/amounts.ts';
import { NO_NOTES, type Order } from '../../netlify/orders/order.ts';
import { sumsByCode, sumsByCurrency, sumsByProduct } from '../../netlify/orders/report.ts';
import { productName } from '../../netlify/shop/catalog.ts';
import type { Sale } from '../../netlify/stripe/sale.ts';
import { disputeOf, refundOf, saleFor } from '../shop/seed.ts';

const lost = (amount: number) => disputeOf('lost', 'dp_1', 5, amount);

/** A guide for $8.99 plus $0.90 tax. */
const TAXED = { amountInCents: 989, taxInCents: 90 };
/** A guide for $8.99 including $0.82 tax. */
const TAX_INCLUDED = { amountInCents: 899, taxInCents: 82 };

type Case = { name: string; sale: Partial<Sale>; amounts: Amounts };

test.each<Case>([
  {
    name: 'without tax',
    sale: { amountInCents: 899 },
    amounts: { gross: 899, refunded: 0, disputed: 0, tax: 0, net: 899 },
  },
  {
    name: 'with tax added to its price',
    sale: TAXED,
    amounts: { gross: 989, refunded: 0, disputed: 0, tax: 90, net: 899 },
  },
  {
    name: 'with tax included in its price',
    sale: TAX_INCLUDED,
    amounts: { gross: 899, refunded: 0, disputed: 0, tax: 82, net: 817 },
  },
  {
    name: 'with a discount',
    sale: { amountInCents: 674, discountInCents: 225, taxInCents: 61 },
    amounts: { gross: 674, refunded: 0, disputed: 0, tax: 61, net: 613 },
  },
  {
    name: 'with a discount of 100%',
    sale: { amountInCents: 0, discountInCents: 899 },
    amounts: { gross: 0, refunded: 0, disputed: 0, tax: 0, net: 0 },
  },
  {
    name: 'paid in a currency other than the shop’s',
    sale: { ...TAXED, presented: { amount: 890, currency: 'eur' } },
    amounts: { gross: 989, refunded: 0, disputed: 0, tax: 90, net: 899 },
  },
  {
    name: 'that was fully refunded',
    sale: { ...TAXED, refunds: [refundOf(989)] },
    amounts: { gross: 989, refunded: 989, disputed: 0, tax: 0, net: 0 },
  },
  {
    name: 'that was half refunded',
    sale: { ...TAXED, refunds: [refundOf(494)] },
    amounts: { gross: 989, refunded: 494, disputed: 0, tax: 45, net: 450 },
  },
  {
    name: 'that included tax and was fully refunded',
    sale: { ...TAX_INCLUDED, refunds: [refundOf(899)] },
    amounts: { gross: 899, refunded: 899, disputed: 0, tax: 0, net: 0 },
  },
  {
    name: 'with three refunds whose tax is not a whole number of cents',
    sale: { ...TAXED, refunds: [refundOf(329), refundOf(330, 'pending', 're_2'), refundOf(330)] },
    amounts: { gross: 989, refunded: 989, disputed: 0, tax: 0, net: 0 },
  },
  {
    name: 'with a refund that failed',
    sale: { ...TAXED, refunds: [refundOf(989, 'failed'), refundOf(100, 'succeeded', 're_2')] },
    amounts: { gross: 989, refunded: 100, disputed: 0, tax: 81, net: 808 },
  },
  {
    name: 'in dispute after the bank withdrew the money',
    sale: { ...TAXED, disputes: [disputeOf('needs_response', 'dp_1', 5, 989)] },
    amounts: { gross: 989, refunded: 0, disputed: 989, tax: 90, net: -90 },
  },
  {
    name: 'with a won dispute',
    sale: { ...TAXED, disputes: [disputeOf('won')] },
    amounts: { gross: 989, refunded: 0, disputed: 0, tax: 90, net: 899 },
  },
  {
    name: 'with a lost dispute',
    sale: { amountInCents: 899, disputes: [lost(899)] },
    amounts: { gross: 899, refunded: 0, disputed: 899, tax: 0, net: 0 },
  },
  {
    name: 'with an inquiry',
    sale: { ...TAXED, disputes: [disputeOf('warning_needs_response')] },
    amounts: { gross: 989, refunded: 0, disputed: 0, tax: 90, net: 899 },
  },
  {
    name: 'that was half refunded and half lost in a dispute',
    sale: { ...TAXED, refunds: [refundOf(494)], disputes: [lost(495)] },
    amounts: { gross: 989, refunded: 494, disputed: 495, tax: 45, net: -45 },
  },
  {
    name: 'that is not paid yet',
    sale: { ...TAXED, payment: 'pending', paidAt: null },
    amounts: { gross: 0, refunded: 0, disputed: 0, tax: 0, net: 0 },
  },
])('computes the amounts of an order $name', ({ sale, amounts }) => {
  expect(amountsOf(saleFor(3, sale))).toEqual(amounts);
});

test.each<{ name: string; sale: Partial<Sale>; amount: number }>([
  { name: 'nothing is refunded', sale: {}, amount: 899 },
  { name: 'part of the payment is refunded', sale: { refunds: [refundOf(100)] }, amount: 799 },
  { name: 'a refund failed', sale: { refunds: [refundOf(899, 'failed')] }, amount: 899 },
  { name: 'the whole payment is refunded', sale: { refunds: [refundOf(899)] }, amount: 0 },
  { name: 'the bank took the money in a dispute', sale: { disputes: [lost(899)] }, amount: 0 },
  { name: 'the payment failed', sale: { payment: 'failed' }, amount: 0 },
])('computes the refundable amount if $name', ({ sale, amount }) => {
  expect(refundableAmount(saleFor(3, { amountInCents: 899, ...sale }))).toBe(amount);
});

const orderOf = (sale: Partial<Sale>): Order => ({
  sessionId: 'cs_test_1',
  ...saleFor(3, sale),
  ...NO_NOTES,
});

const GUIDE = { productType: 'guide', amountInCents: 899 };
const BUNDLE = { productType: 'bundle', amountInCents: 1999 };

describe('sums', () => {
  const NOTHING_BACK = { refunded: 0, disputed: 0, tax: 0 };
  const ORDERS = [
    orderOf(GUIDE),
    orderOf({ ...BUNDLE, taxInCents: 120, refunds: [refundOf(500)] }),
    orderOf({ ...GUIDE, taxInCents: 54, promotionCode: 'SPRING' }),
    orderOf({ ...BUNDLE, currency: 'eur', promotionCode: 'SPRING' }),
    orderOf({ ...GUIDE, amountInCents: 0, discountInCents: 899, promotionCode: 'SPRING' }),
    orderOf({ ...GUIDE, disputes: [lost(899)], promotionCode: 'FRIENDS' }),
  ];
  const BUNDLES = { orders: 1, gross: 1999, refunded: 500, disputed: 0, tax: 90, net: 1409 };
  const IN_EUROS = { currency: 'EUR', orders: 1, gross: 1999, ...NOTHING_BACK, net: 1999 };

  test('adds up the amounts of orders by product and currency', () => {
    const guides = { orders: 4, gross: 2697, refunded: 0, disputed: 899, tax: 54, net: 1744 };
    const bundle = { product_type: 'bundle', name: productName('bundle') };
    expect(sumsByProduct(ORDERS)).toEqual([
      { currency: 'USD', ...guides, product_type: 'guide', name: 'guide' },
      { currency: 'USD', ...BUNDLES, ...bundle },
      { ...IN_EUROS, ...bundle },
    ]);
  });

  test('adds up the amounts of orders by currency', () => {
    const dollars = { orders: 5, gross: 4696, refunded: 500, disputed: 899, tax: 144, net: 3153 };
    expect(sumsByCurrency(ORDERS)).toEqual([{ currency: 'USD', ...dollars }, IN_EUROS]);
  });

  test('adds up the amounts of orders by promotion code, including orders that a code made free', () => {
    const spring = { currency: 'USD', orders: 2, gross: 899, refunded: 0, disputed: 0, tax: 54 };
    const friends = { currency: 'USD', orders: 1, gross: 899, refunded: 0, disputed: 899, tax: 0 };
    expect(sumsByCode(ORDERS)).toEqual([
      { code: 'SPRING', ...spring, net: 845 },
      { code: 'SPRING', ...IN_EUROS },
      { code: 'FRIENDS', ...friends, net: 0 },
    ]);
  });

  test('returns no sums if there are no orders', () => {
    expect([sumsByProduct([]), sumsByCurrency([]), sumsByCode([])]).toEqual([[], [], []]);
  });
});
