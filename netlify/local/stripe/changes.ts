import type Stripe from 'stripe';
import { chargeObject } from './objects/charge.ts';
import { intentObject } from './objects/intent.ts';
import { sessionObject } from './objects/session.ts';
import type { Attempt, Payment } from './state.ts';

type EventObject =
  | Stripe.Checkout.Session
  | Stripe.PaymentIntent
  | Stripe.Charge
  | Stripe.Refund
  | Stripe.Dispute
  | Stripe.Radar.EarlyFraudWarning;

/** An event that has not been given its id, nor been sent, yet. */
export type EventDraft = {
  type: Stripe.Event.Type;
  object: EventObject;
  previousAttributes?: Record<string, unknown>;
};

/** What a transition answers: the payment as it is now, and what Stripe would tell about it. */
export type Change = { payment: Payment; events: EventDraft[] };

export const sessionEvent = (type: Stripe.Event.Type, payment: Payment): EventDraft => ({
  type,
  object: sessionObject(payment),
});

export const intentEvent = (type: Stripe.Event.Type, payment: Payment): EventDraft => {
  if (!payment.intent) throw new Error(`${payment.id} has no payment intent yet`);
  return { type, object: intentObject(payment, payment.intent) };
};

export const chargeEvent = (
  type: Stripe.Event.Type,
  payment: Payment,
  attempt: Attempt,
  previousAttributes?: Record<string, unknown>,
): EventDraft => ({
  type,
  object: chargeObject(payment, attempt),
  ...(previousAttributes && { previousAttributes }),
});
