import type Stripe from 'stripe';
import type { DisputeStatus } from './dispute-status.ts';

/*
 * Stripe's objects with the SDK's types. They refer to each other by id. `expandSession` in
 * expand.ts replaces ids with objects on request.
 */

export type StandInSession = Stripe.Checkout.Session & {
  amount_subtotal: number;
  amount_total: number;
  currency: string;
  payment_intent: string | null;
  success_url: string;
};

export type Intent = Stripe.PaymentIntent & { latest_charge: string | null };
export type Charge = Stripe.Charge & { payment_intent: string };
export type Refund = Stripe.Refund & { charge: string; payment_intent: string };
export type Dispute = Omit<Stripe.Dispute, 'status'> & {
  charge: string;
  payment_intent: string;
  status: DisputeStatus;
};

export type StripeObject = StandInSession | Intent | Charge | Refund | Dispute;

/** An event of any type. `Stripe.Event` is a union of about 250 types. */
export type StripeEvent = Omit<Stripe.Event, 'type' | 'data'> & {
  type: string;
  data: { object: unknown };
};
