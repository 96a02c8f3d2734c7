import type Stripe from 'stripe';
import type { Refund } from '../state.ts';

export const REFUND = {
  object: 'refund',
  customer: null,
  customer_account: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
} satisfies Partial<Refund>;

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
