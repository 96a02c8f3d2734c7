import { randomInt } from 'node:crypto';
import type Stripe from 'stripe';
import samples from './samples.json' with { type: 'json' };

/** The statuses that can follow each of Stripe's. Whoever lost a decision can appeal it. */
export const NEXT_STATUSES = {
  warning_needs_response: ['warning_under_review', 'warning_closed', 'needs_response'],
  warning_under_review: ['warning_closed', 'needs_response'],
  warning_closed: ['needs_response'],
  needs_response: ['under_review', 'won', 'lost'],
  under_review: ['won', 'lost', 'appeal_needs_response'],
  won: ['appeal_needs_response'],
  lost: ['appeal_needs_response'],
  appeal_needs_response: ['appeal_under_review', 'lost'],
  appeal_under_review: ['won', 'lost'],
  prevented: [],
} as const;

export type DisputeStatus = keyof typeof NEXT_STATUSES;

/*
 * Stripe's objects with the SDK's types. They refer to each other by id; `expand` of `lists.ts` replaces an id by its object for
 * a call that expands it.
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

/** An event of any type. `Stripe.Event` is a union of some 250, each with an object of its own. */
export type StripeEvent = Omit<Stripe.Event, 'type' | 'data'> & {
  type: string;
  data: { object: unknown };
};

type CardDetails = Stripe.Charge.PaymentMethodDetails.Card;
type CustomerDetails = Stripe.Checkout.Session.CustomerDetails;

type Samples = {
  'checkout.session': Stripe.Checkout.Session & { customer_details: CustomerDetails };
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge & { payment_method_details: { card: CardDetails } };
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  event: Stripe.Event;
  promotion_code: Stripe.PromotionCode;
};

/** A new object that begins as its sample. Its ids, times, amounts and optional parts are made up. */
export const sampleOf = <Name extends keyof Samples>(name: Name) =>
  structuredClone(samples[name]) as unknown as Samples[Name];

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An id in Stripe's form: newId('evt_1') gives "evt_1Pgc76B7WZ01zgkWwyRHS12y". */
export const newId = (prefix: string, length = 23) =>
  prefix + Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

export const nowInSeconds = () => Math.floor(Date.now() / 1000);
