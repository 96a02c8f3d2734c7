import type Stripe from 'stripe';
import { nulls } from './nulls.ts';
import { SAMPLES } from './samples.ts';

export const APPROVED: Stripe.Charge.Outcome = {
  ...SAMPLES.charge.outcome,
  network_status: 'approved_by_network',
  seller_message: 'Payment complete.',
  type: 'authorized',
};

/** A charge before it has an end. */
export const CHARGE = {
  ...SAMPLES.charge,
  outcome: APPROVED,
  status: 'pending',
  // Stripe tells refunds only where they are expanded, so never in an event.
  ...nulls('balance_transaction receipt_url refunds shipping source transfer_data'),
} satisfies Stripe.Charge;

export const CARD = {
  ...SAMPLES.charge.payment_method_details.card,
  ...nulls('authorization_code electronic_commerce_indicator installments three_d_secure wallet'),
};

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
  ...SAMPLES.payment_intent,
  managed_payments: { enabled: false },
  ...nulls('automatic_payment_methods canceled_at last_payment_error next_action'),
  ...nulls('allowed_payment_method_types latest_charge payment_method_configuration_details'),
  ...nulls('payment_record processing shipping transfer_data'),
} satisfies Stripe.PaymentIntent;
