import type Stripe from 'stripe';
import type { Charge } from '../state.ts';

const APPROVED: Stripe.Charge.Outcome = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  network_status: 'approved_by_network',
  reason: null,
  risk_level: 'normal',
  risk_score: 12,
  seller_message: 'Payment complete.',
  type: 'authorized',
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
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  calculated_statement_descriptor: 'MONEY-SMART KIDS',
  captured: false,
  customer: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: false,
  on_behalf_of: null,
  outcome: APPROVED,
  paid: true,
  radar_options: {},
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  // Stripe tells refunds only where they are expanded, so never in an event.
  refunds: null,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'pending',
  transfer_data: null,
  transfer_group: null,
} satisfies Partial<Charge>;

export const CARD = {
  authorization_code: null,
  brand: 'visa',
  checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
  country: 'US',
  electronic_commerce_indicator: null,
  extended_authorization: { status: 'disabled' },
  fingerprint: 'AOB934RVNwzk6xtn',
  funding: 'credit',
  incremental_authorization: { status: 'unavailable' },
  installments: null,
  mandate: null,
  multicapture: { status: 'unavailable' },
  network: 'visa',
  network_token: { used: false },
  network_transaction_id: null,
  regulated_status: 'unregulated',
  three_d_secure: null,
  transaction_link_id: null,
  wallet: null,
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
