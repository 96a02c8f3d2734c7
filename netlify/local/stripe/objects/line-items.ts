import Stripe from 'stripe';
import type { Line, Payment } from '../state.ts';
import { discountAmount, subtotalAmount } from './amounts.ts';

const priceObject = (line: Line, payment: Payment): Stripe.Price => ({
  id: line.priceId,
  object: 'price',
  active: false,
  billing_scheme: 'per_unit',
  created: payment.created,
  currency: payment.currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: {},
  nickname: null,
  product: line.productId,
  recurring: null,
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'one_time',
  unit_amount: line.unitAmount,
  unit_amount_decimal: Stripe.Decimal.from(line.unitAmount),
});

/** The discount goes to the first lines. Stripe shares it out, which is the same where there is one. */
const discountOf = (line: Line, payment: Payment): number => {
  const before = payment.lines.slice(0, payment.lines.indexOf(line));
  const left = discountAmount(payment) - subtotalAmount({ ...payment, lines: before });
  return Math.max(0, Math.min(left, line.unitAmount * line.quantity));
};

export const lineItemObject = (line: Line, payment: Payment): Stripe.LineItem => ({
  id: line.id,
  object: 'item',
  adjustable_quantity: null,
  amount_discount: discountOf(line, payment),
  amount_subtotal: line.unitAmount * line.quantity,
  amount_tax: 0,
  amount_total: line.unitAmount * line.quantity - discountOf(line, payment),
  currency: payment.currency,
  description: line.name,
  metadata: {},
  price: priceObject(line, payment),
  quantity: line.quantity,
});

export const lineItemList = (payment: Payment): Stripe.ApiList<Stripe.LineItem> => ({
  object: 'list',
  data: payment.lines.map((line) => lineItemObject(line, payment)),
  has_more: false,
  url: `/v1/checkout/sessions/${payment.id}/line_items`,
});
