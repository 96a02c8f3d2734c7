import type Stripe from 'stripe';
import { nulls } from './nulls.ts';

/*
 * Each file of this folder holds what one of Stripe's objects looks like before anything is known
 * of it. Nested values are shared by all that are made of them: replace them, never change them.
 */

/** All that the payment page learns of where a buyer lives: the card's country. */
export const BUYER_ADDRESS = { country: 'US', ...nulls('city line1 line2 postal_code state') };

export const CUSTOMER_DETAILS = {
  address: BUYER_ADDRESS,
  tax_exempt: 'none',
  tax_ids: [],
  ...nulls('business_name individual_name phone'),
} satisfies Partial<Stripe.Checkout.Session.CustomerDetails>;

export const COLLECTED_INFORMATION = nulls('business_name individual_name shipping_details');

export const SESSION = {
  object: 'checkout.session',
  adaptive_pricing: { enabled: false },
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  custom_fields: [],
  custom_text: nulls('after_submit shipping_address submit terms_of_service_acceptance'),
  customer_creation: 'if_required',
  discounts: [],
  invoice_creation: {
    enabled: false,
    invoice_data: {
      ...nulls('account_tax_ids custom_fields description footer issuer rendering_options'),
      metadata: {},
    },
  },
  livemode: false,
  managed_payments: { enabled: false },
  metadata: {},
  mode: 'payment',
  payment_method_collection: 'if_required',
  payment_method_options: {},
  payment_method_types: ['card', 'us_bank_account'],
  payment_status: 'unpaid',
  phone_number_collection: { enabled: false },
  shipping_options: [],
  status: 'open',
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  ...nulls('after_expiration allow_promotion_codes allowed_payment_method_types'),
  ...nulls('billing_address_collection cancel_url client_reference_id client_secret'),
  ...nulls('collected_information consent consent_collection currency_conversion customer'),
  ...nulls('customer_account customer_details customer_email integration_identifier invoice'),
  ...nulls('locale origin_context payment_intent payment_link'),
  ...nulls('payment_method_configuration_details permissions recovered_from'),
  ...nulls('saved_payment_method_options setup_intent shipping_address_collection'),
  ...nulls('shipping_cost submit_type subscription wallet_options'),
} satisfies Partial<Stripe.Checkout.Session>;

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
