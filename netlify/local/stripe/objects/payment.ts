import type Stripe from 'stripe';
import { nulls } from './nulls.ts';

const APPROVED: Stripe.Charge.Outcome = {
  network_status: 'approved_by_network',
  risk_level: 'normal',
  risk_score: 12,
  seller_message: 'Payment complete.',
  type: 'authorized',
  ...nulls('advice_code network_advice_code network_decline_code reason'),
};

export const DECLINED: Stripe.Charge.Outcome = {
  ...APPROVED,
  advice_code: 'try_again_later',
  network_decline_code: '01',
  network_status: 'declined_by_network',
  reason: 'generic_decline',
  seller_message: 'The bank did not return any further details with this decline.',
  type: 'issuer_declined',
};

export const CHARGE = {
  object: 'charge',
  amount_captured: 0,
  amount_refunded: 0,
  calculated_statement_descriptor: 'MONEY-SMART KIDS',
  captured: false,
  disputed: false,
  fraud_details: {},
  livemode: false,
  outcome: APPROVED,
  paid: true,
  radar_options: {},
  refunded: false,
  status: 'pending',
  ...nulls('application application_fee application_fee_amount balance_transaction customer'),
  ...nulls('failure_balance_transaction failure_code failure_message on_behalf_of'),
  ...nulls('receipt_email receipt_number receipt_url review shipping source'),
  ...nulls('source_transfer statement_descriptor statement_descriptor_suffix transfer_data'),
  ...nulls('transfer_group'),
  // Stripe tells refunds only where they are expanded, so never in an event.
  refunds: null,
} satisfies Partial<Stripe.Charge>;

export const CARD = {
  brand: 'visa',
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  country: 'US',
  extended_authorization: { status: 'disabled' },
  fingerprint: 'AOB934RVNwzk6xtn',
  funding: 'credit',
  incremental_authorization: { status: 'unavailable' },
  multicapture: { status: 'unavailable' },
  network: 'visa',
  network_token: { used: false },
  regulated_status: 'unregulated',
  ...nulls('authorization_code electronic_commerce_indicator installments mandate'),
  ...nulls('network_transaction_id three_d_secure transaction_link_id wallet'),
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

export const PAYMENT_INTENT = {
  object: 'payment_intent',
  amount_capturable: 0,
  amount_details: { tip: {} },
  amount_received: 0,
  capture_method: 'automatic_async',
  confirmation_method: 'automatic',
  livemode: false,
  managed_payments: { enabled: false },
  metadata: {},
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

export const REFUND = {
  object: 'refund',
  ...nulls('customer customer_account receipt_number source_transfer_reversal'),
  ...nulls('transfer_reversal'),
} satisfies Partial<Stripe.Refund>;

export const TO_CARD: Stripe.Refund.DestinationDetails = {
  type: 'card',
  card: {
    type: 'refund',
    reference_status: 'pending',
    reference_type: 'acquirer_reference_number',
  },
};

export const TO_BANK_ACCOUNT: Stripe.Refund.DestinationDetails = {
  type: 'us_bank_transfer',
  us_bank_transfer: { reference: null, reference_status: null },
};
