import type Stripe from 'stripe';
import { stripeError } from './errors.ts';
import type { EventDraft, EventDrafts } from './events.ts';
import { cloneSample, newId, nowInSeconds } from './new-object.ts';
import type { Charge, Intent } from './objects.ts';
import type { TestCard } from './test-cards.ts';

export type PaymentMethod = TestCard | 'bank debit';

export type Buyer = { email: string | null; name: string | null };

export type PaymentAttempt = { intent: Intent; charge: Charge };

export const declineError = () =>
  stripeError(402, 'Your card was declined.', { type: 'card_error', code: 'card_declined' });

export const newIntent = (amount: number, currency: string, metadata: Stripe.Metadata): Intent => ({
  ...cloneSample('payment_intent'),
  id: newId('pi_3'),
  amount,
  canceled_at: null,
  client_secret: null,
  created: nowInSeconds(),
  currency,
  last_payment_error: null,
  latest_charge: null,
  metadata,
});

/** Also sets the intent's latest charge. */
export const newCharge = (
  intent: Intent,
  method: PaymentMethod,
  { email, name }: Buyer,
): Charge => {
  const sample = cloneSample('charge');
  const { card } = sample.payment_method_details;
  const charge: Charge = {
    ...sample,
    id: newId('ch_3'),
    amount: intent.amount,
    billing_details: { ...sample.billing_details, email, name },
    created: nowInSeconds(),
    currency: intent.currency,
    metadata: intent.metadata,
    payment_intent: intent.id,
    payment_method_details:
      method === 'bank debit'
        ? { type: 'us_bank_account' }
        : { type: 'card', card: { ...card, last4: method.number.slice(-4) } },
    // Stripe includes refunds only if a call expands them, so events have none.
    refunds: null,
    status: 'pending',
  };
  intent.latest_charge = charge.id;
  return charge;
};

export const markSucceeded = ({ intent, charge }: PaymentAttempt): EventDrafts => {
  charge.status = 'succeeded';
  charge.captured = true;
  charge.amount_captured = charge.amount;
  intent.status = 'succeeded';
  intent.amount_received = charge.amount;
  return [
    { type: 'charge.succeeded', object: charge },
    { type: 'payment_intent.succeeded', object: intent },
  ];
};

export const markFailed = ({ intent, charge }: PaymentAttempt): EventDraft[] => {
  charge.status = 'failed';
  intent.status = 'requires_payment_method';
  return [
    { type: 'charge.failed', object: charge },
    { type: 'payment_intent.payment_failed', object: intent },
  ];
};
