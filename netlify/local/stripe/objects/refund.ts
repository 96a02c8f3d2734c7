import type Stripe from 'stripe';
import { nulls } from './nulls.ts';

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
