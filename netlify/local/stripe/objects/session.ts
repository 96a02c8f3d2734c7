import type Stripe from 'stripe';
import { nulls } from './nulls.ts';

/** The payment page learns no more of the buyer's address than the card's country. */
export const BUYER_ADDRESS = { country: 'US', ...nulls('city line1 line2 postal_code state') };

export const CUSTOMER_DETAILS = {
  address: BUYER_ADDRESS,
  tax_exempt: 'none',
  tax_ids: [],
  ...nulls('business_name individual_name phone'),
} satisfies Partial<Stripe.Checkout.Session.CustomerDetails>;

export const COLLECTED_INFORMATION = nulls('business_name individual_name shipping_details');

/** The fields of a new session that are the same for every purchase. */
export const SESSION = {
  object: 'checkout.session',
  adaptive_pricing: { enabled: false },
  automatic_tax: { enabled: false, ...nulls('liability provider status') },
  custom_fields: [],
  custom_text: nulls('after_submit shipping_address submit terms_of_service_acceptance'),
  discounts: [],
  livemode: false,
  managed_payments: { enabled: false },
  mode: 'payment',
  payment_method_options: {},
  payment_method_types: ['card', 'us_bank_account'],
  payment_status: 'unpaid',
  phone_number_collection: { enabled: false },
  shipping_options: [],
  status: 'open',
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ...nulls('after_expiration allow_promotion_codes allowed_payment_method_types'),
  ...nulls('billing_address_collection client_reference_id client_secret'),
  ...nulls('collected_information consent consent_collection currency_conversion'),
  ...nulls('customer customer_account customer_creation customer_details customer_email'),
  ...nulls('integration_identifier invoice invoice_creation locale origin_context'),
  ...nulls('payment_intent payment_link payment_method_collection'),
  ...nulls('payment_method_configuration_details permissions recovered_from'),
  ...nulls('saved_payment_method_options setup_intent shipping_address_collection'),
  ...nulls('shipping_cost submit_type subscription ui_mode wallet_options'),
} satisfies Partial<Stripe.Checkout.Session>;

export const INVOICE_CREATION: Stripe.Checkout.Session.InvoiceCreation = {
  enabled: true,
  invoice_data: {
    metadata: {},
    ...nulls('account_tax_ids custom_fields description footer issuer rendering_options'),
  },
};
