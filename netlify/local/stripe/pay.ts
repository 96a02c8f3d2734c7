import { setTimeout } from 'node:timers/promises';
import { refuseIf, stripeError } from './errors.ts';
import type { EventDraft, EventDrafts } from './events.ts';
import { cloneSample, newId, nowInSeconds } from './new-object.ts';
import type { Charge, Intent } from './objects.ts';
import type { Services } from './services.ts';
import type { Payment } from './state.ts';
import type { TestCard } from './test-cards.ts';

export type PaymentMethod = TestCard | 'bank debit';

/**
 * Stripe redirects the buyer after at most this time, even if the shop does not respond:
 * https://docs.stripe.com/checkout/fulfillment
 */
const MAX_WEBHOOK_WAIT_IN_MS = 10_000;

const DECLINE = { type: 'card_error', code: 'card_declined' } as const;

export type Buyer = { email: string; name: string | null };

const newIntent = ({ session, intentMetadata }: Payment): Intent => ({
  ...cloneSample('payment_intent'),
  id: newId('pi_3'),
  amount: session.amount_total,
  canceled_at: null,
  client_secret: null,
  created: nowInSeconds(),
  currency: session.currency,
  last_payment_error: null,
  latest_charge: null,
  metadata: intentMetadata,
});

type PaymentAttempt = { intent: Intent; charge: Charge };

/** Stripe creates a charge for a declined attempt too. */
const addCharge = (
  payment: Payment,
  method: PaymentMethod,
  { email, name }: Buyer,
): PaymentAttempt => {
  const { session } = payment;
  payment.intent ??= newIntent(payment);
  const { intent } = payment;
  const sample = cloneSample('charge');
  const { card } = sample.payment_method_details;
  const charge: Charge = {
    ...sample,
    id: newId('ch_3'),
    amount: session.amount_total,
    billing_details: { ...sample.billing_details, email, name },
    created: nowInSeconds(),
    currency: session.currency,
    metadata: intent.metadata,
    payment_intent: intent.id,
    payment_method_details:
      method === 'bank debit'
        ? { type: 'us_bank_account' }
        : { type: 'card', card: { ...card, last4: method.number.slice(-4) } },
    // Stripe includes the refunds only if a call expands them, so events have none.
    refunds: null,
    status: 'pending',
  };
  session.payment_intent = intent.id;
  intent.latest_charge = charge.id;
  payment.charge = charge;
  return { intent, charge };
};

const markSucceeded = ({ session }: Payment, { intent, charge }: PaymentAttempt): EventDraft[] => {
  charge.status = 'succeeded';
  charge.captured = true;
  charge.amount_captured = charge.amount;
  intent.status = 'succeeded';
  intent.amount_received = charge.amount;
  session.payment_status = 'paid';
  return [
    { type: 'charge.succeeded', object: charge },
    { type: 'payment_intent.succeeded', object: intent },
  ];
};

const markFailed = ({ intent, charge }: PaymentAttempt): EventDraft[] => {
  charge.status = 'failed';
  charge.paid = false;
  charge.failure_code = DECLINE.code;
  intent.status = 'requires_payment_method';
  return [
    { type: 'charge.failed', object: charge },
    { type: 'payment_intent.payment_failed', object: intent },
  ];
};

const completeSession = ({ session }: Payment, { email, name }: Buyer): EventDraft => {
  session.status = 'complete';
  session.url = null;
  session.customer_details = { ...cloneSample('checkout.session').customer_details, email, name };
  return { type: 'checkout.session.completed', object: session };
};

type AttemptResult = { readonly isDeclined: boolean; readonly drafts: readonly EventDraft[] };

const attemptPayment = (payment: Payment, method: PaymentMethod, buyer: Buyer): AttemptResult => {
  // A free session has neither a charge nor a PaymentIntent.
  if (payment.session.amount_total === 0) {
    return { isDeclined: false, drafts: [completeSession(payment, buyer)] };
  }
  const attempt = addCharge(payment, method, buyer);
  if (method === 'bank debit') {
    attempt.intent.status = 'processing';
    return { isDeclined: false, drafts: [completeSession(payment, buyer)] };
  }
  if (method.effect === 'is declined') return { isDeclined: true, drafts: markFailed(attempt) };
  const completed = completeSession(payment, buyer);
  return { isDeclined: false, drafts: [completed, ...markSucceeded(payment, attempt)] };
};

/**
 * Pays an open session. Like Stripe, waits for the first delivery of the events, so that the buyer
 * returns to the shop after the webhook. Throws a card error with status 402 for a declined card.
 */
export const paySession = async (
  { webhooks }: Services,
  payment: Payment,
  method: PaymentMethod,
  buyer: Buyer,
): Promise<void> => {
  const { session } = payment;
  refuseIf(session.status !== 'open', `This session is ${session.status}.`);
  const { isDeclined, drafts } = attemptPayment(payment, method, buyer);
  const published = webhooks.publish(drafts);
  if (isDeclined) throw stripeError(402, 'Your card was declined.', DECLINE);
  await Promise.race([published, setTimeout(MAX_WEBHOOK_WAIT_IN_MS, undefined, { ref: false })]);
};

export const settleBankDebit = (payment: Payment, outcome: 'succeeded' | 'failed'): EventDrafts => {
  const { session, intent, charge } = payment;
  if (!intent || charge?.status !== 'pending') {
    throw stripeError(400, 'This payment has no pending bank debit.');
  }
  const attempt = { intent, charge };
  const chargeEvents =
    outcome === 'succeeded' ? markSucceeded(payment, attempt) : markFailed(attempt);
  return [{ type: `checkout.session.async_payment_${outcome}`, object: session }, ...chargeEvents];
};
