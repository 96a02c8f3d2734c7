import type Stripe from 'stripe';
import { nulls } from './nulls.ts';
import { SAMPLES } from './samples.ts';

/** All that the payment page learns of where a buyer lives: the card's country. */
export const BUYER_ADDRESS = { country: 'US', ...nulls('city line1 line2 postal_code state') };

export const CUSTOMER_DETAILS = {
  address: BUYER_ADDRESS,
  tax_exempt: 'none',
  tax_ids: [],
  ...nulls('business_name individual_name phone'),
} satisfies Partial<Stripe.Checkout.Session.CustomerDetails>;

export const COLLECTED_INFORMATION = nulls('business_name individual_name shipping_details');

/** A session before anything is known of it. */
export const SESSION = {
  ...SAMPLES['checkout.session'],
  adaptive_pricing: { enabled: false },
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  custom_text: nulls('after_submit shipping_address submit terms_of_service_acceptance'),
  discounts: [],
  managed_payments: { enabled: false },
  payment_method_types: ['card', 'us_bank_account'],
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ...nulls('after_expiration allowed_payment_method_types collected_information consent'),
  ...nulls('consent_collection currency_conversion customer_details invoice_creation'),
  ...nulls('payment_intent payment_method_configuration_details permissions'),
  ...nulls('saved_payment_method_options shipping_address_collection shipping_cost wallet_options'),
} satisfies Stripe.Checkout.Session;

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
