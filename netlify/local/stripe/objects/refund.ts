import type Stripe from 'stripe';
import type { Payment, RefundRecord } from '../state.ts';

export const refundObject = (payment: Payment, refund: RefundRecord): Stripe.Refund => {
  const attempt = payment.attempts.find(({ id }) => id === refund.chargeId);
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amount,
    balance_transaction: refund.balanceTransactionId,
    charge: refund.chargeId,
    created: refund.created,
    currency: payment.currency,
    customer: null,
    customer_account: null,
    destination_details:
      attempt?.method.type === 'us_bank_account'
        ? {
            type: 'us_bank_transfer',
            us_bank_transfer: { reference: null, reference_status: null },
          }
        : {
            type: 'card',
            card: {
              type: 'refund',
              reference_status: 'pending',
              reference_type: 'acquirer_reference_number',
            },
          },
    metadata: refund.metadata,
    payment_intent: payment.intent?.id ?? null,
    payment_method: attempt?.paymentMethodId ?? null,
    reason: refund.reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status: refund.status,
    transfer_reversal: null,
  };
};
