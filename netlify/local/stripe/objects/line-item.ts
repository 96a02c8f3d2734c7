import type Stripe from 'stripe';

export const PRICE = {
  object: 'price',
  active: false,
  billing_scheme: 'per_unit',
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: {},
  nickname: null,
  recurring: null,
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'one_time',
} satisfies Partial<Stripe.Price>;

export const LINE_ITEM = {
  object: 'item',
  adjustable_quantity: null,
  amount_discount: 0,
  amount_tax: 0,
  metadata: {},
} satisfies Partial<Stripe.LineItem>;
