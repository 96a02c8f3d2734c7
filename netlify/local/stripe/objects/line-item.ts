import type Stripe from 'stripe';
import { nulls } from './nulls.ts';

export const PRICE = {
  object: 'price',
  active: false,
  billing_scheme: 'per_unit',
  livemode: false,
  metadata: {},
  tax_behavior: 'unspecified',
  type: 'one_time',
  ...nulls('custom_unit_amount lookup_key nickname recurring tiers_mode transform_quantity'),
} satisfies Partial<Stripe.Price>;

export const LINE_ITEM = {
  object: 'item',
  adjustable_quantity: null,
  amount_discount: 0,
  amount_tax: 0,
  metadata: {},
} satisfies Partial<Stripe.LineItem>;
