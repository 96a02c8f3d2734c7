import type Stripe from 'stripe';
import { nulls } from './nulls.ts';

export const PAYMENT_INTENT = {
  object: 'payment_intent',
  amount_capturable: 0,
  amount_details: { tip: {} },
  amount_received: 0,
  capture_method: 'automatic',
  confirmation_method: 'automatic',
  livemode: false,
  managed_payments: { enabled: false },
  payment_method_options: {},
  status: 'requires_payment_method',
  ...nulls('allowed_payment_method_types application application_fee_amount'),
  ...nulls('automatic_payment_methods canceled_at cancellation_reason customer'),
  ...nulls('customer_account description excluded_payment_method_types last_payment_error'),
  ...nulls('latest_charge next_action on_behalf_of payment_method'),
  ...nulls('payment_method_configuration_details payment_record processing receipt_email'),
  ...nulls('review setup_future_usage shipping source statement_descriptor'),
  ...nulls('statement_descriptor_suffix transfer_data transfer_group'),
} satisfies Partial<Stripe.PaymentIntent>;

export const APPROVED: Stripe.Charge.Outcome = {
  network_status: 'approved_by_network',
  seller_message: 'Payment complete.',
  type: 'authorized',
  ...nulls('advice_code network_advice_code network_decline_code reason'),
};

/** The fields of a new charge that are the same for every purchase. */
export const CHARGE = {
  object: 'charge',
  amount_captured: 0,
  amount_refunded: 0,
  captured: false,
  disputed: false,
  fraud_details: {},
  livemode: false,
  outcome: APPROVED,
  paid: true,
  refunded: false,
  status: 'pending',
  ...nulls('application application_fee application_fee_amount balance_transaction'),
  ...nulls('calculated_statement_descriptor customer failure_balance_transaction'),
  ...nulls('failure_code failure_message on_behalf_of receipt_email receipt_number'),
  // Stripe includes the refunds only where a call expands them, so an event never has them.
  ...nulls('receipt_url refunds review shipping source source_transfer'),
  ...nulls('statement_descriptor statement_descriptor_suffix transfer_data transfer_group'),
} satisfies Partial<Stripe.Charge>;

export const CARD = {
  brand: 'visa',
  checks: { cvc_check: 'pass', ...nulls('address_line1_check address_postal_code_check') },
  country: 'US',
  exp_month: 12,
  exp_year: 2034,
  extended_authorization: { status: 'disabled' },
  fingerprint: 'AOB934RVNwzk6xtn',
  funding: 'credit',
  incremental_authorization: { status: 'unavailable' },
  multicapture: { status: 'unavailable' },
  network: 'visa',
  network_token: { used: false },
  overcapture: { maximum_amount_capturable: 100, status: 'unavailable' },
  ...nulls('amount_authorized authorization_code electronic_commerce_indicator installments'),
  ...nulls('mandate network_transaction_id regulated_status three_d_secure'),
  ...nulls('transaction_link_id wallet'),
} satisfies Partial<Stripe.Charge.PaymentMethodDetails.Card>;

export const BANK_ACCOUNT: Stripe.Charge.PaymentMethodDetails = {
  type: 'us_bank_account',
  us_bank_account: {
    account_holder_type: 'individual',
    account_type: 'checking',
    bank_name: 'STRIPE TEST BANK',
    fingerprint: 'FFDMA0xfhBjWSZLu',
    last4: '6789',
    payment_reference: null,
    routing_number: '110000000',
  },
};

export const REFUND = {
  object: 'refund',
  destination_details: { card: { type: 'reversal' }, type: 'card' },
  ...nulls('customer customer_account receipt_number source_transfer_reversal transfer_reversal'),
} satisfies Partial<Stripe.Refund>;
