import { setTimeout } from 'node:timers/promises';
import { refuseIf, stripeError } from './errors.ts';
import type { EventDraft, EventDrafts } from './events.ts';
import {
  type Buyer,
  type PaymentAttempt,
  type PaymentMethod,
  declineError,
  markFailed,
  markSucceeded,
  newCharge,
  newIntent,
} from './attempts.ts';
import { cloneSample } from './new-object.ts';
import type { Intent } from './objects.ts';
import type { Services } from './services.ts';
import type { Payment } from './state.ts';

/**
 * Stripe redirects the buyer after at most this time, even if the shop does not respond:
 * https://docs.stripe.com/checkout/fulfillment
 */
const MAX_WEBHOOK_WAIT_IN_MS = 10_000;

const newSessionIntent = ({ session, intentMetadata }: Payment): Intent =>
  newIntent(session.amount_total, session.currency, intentMetadata);

/** Like Stripe, also creates a charge for a declined attempt. */
const addCharge = (payment: Payment, method: PaymentMethod, buyer: Buyer): PaymentAttempt => {
  const { session } = payment;
  payment.intent ??= newSessionIntent(payment);
  const { intent } = payment;
  const charge = newCharge(intent, method, buyer);
  session.payment_intent = intent.id;
  payment.charge = charge;
  return { intent, charge };
};

const markPaid = ({ session }: Payment, attempt: PaymentAttempt): EventDraft[] => {
  session.payment_status = 'paid';
  return markSucceeded(attempt);
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
  return { isDeclined: false, drafts: [completed, ...markPaid(payment, attempt)] };
};

/**
 * Pays an open session. Like Stripe, waits for the first delivery of the events, so that the buyer
 * returns to the shop after the webhook. Throws a 402 card error for a declined card.
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
  if (isDeclined) throw declineError();
  await Promise.race([published, setTimeout(MAX_WEBHOOK_WAIT_IN_MS, undefined, { ref: false })]);
};

export const settleBankDebit = (payment: Payment, outcome: 'succeeded' | 'failed'): EventDrafts => {
  const { session, intent, charge } = payment;
  if (!intent || charge?.status !== 'pending') {
    throw stripeError(400, 'This payment has no pending bank debit.');
  }
  const attempt = { intent, charge };
  const chargeEvents = outcome === 'succeeded' ? markPaid(payment, attempt) : markFailed(attempt);
  return [{ type: `checkout.session.async_payment_${outcome}`, object: session }, ...chargeEvents];
};
