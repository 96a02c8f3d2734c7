import type Stripe from 'stripe';

/*
 * What the stand-in remembers: Stripe's own objects, in the order in which they were made. A
 * reference is always an id here; `api/expand.ts` puts the object in its place where it is asked for.
 */
export type Session = Stripe.Checkout.Session & {
  amount_subtotal: number;
  amount_total: number;
  currency: string;
  payment_intent: string | null;
  success_url: string;
};

/** What Stripe keeps of a session without showing it in the object. */
export type SessionDetails = {
  /** Where it is paid. The object has none as soon as nothing can be paid there any more. */
  url: string;
  lineItems: Stripe.LineItem[];
  intent: Pick<Stripe.PaymentIntent, 'metadata' | 'description'>;
};

export type Intent = Stripe.PaymentIntent & { latest_charge: string | null };
export type Charge = Stripe.Charge & { payment_intent: string };
export type Refund = Stripe.Refund & { charge: string; payment_intent: string };
export type Dispute = Omit<Stripe.Dispute, 'status'> & {
  charge: string;
  payment_intent: string;
  status: DisputeStatus;
};
export type Warning = Stripe.Radar.EarlyFraudWarning & { charge: string; payment_intent: string };

export type StripeObject = Session | Intent | Charge | Refund | Dispute | Warning;

/** Stripe's own statuses, in the usual order. */
export const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
  'needs_response',
  'under_review',
  'won',
  'lost',
  'appeal_needs_response',
  'appeal_under_review',
  'prevented',
] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/**
 * `Stripe.Event` is a union over some 250 types, each with its own object. This one is as wide as
 * what is stored: an object as it was at that moment, which Stripe never changes later.
 */
export type StripeEvent = Omit<Stripe.Event, 'type' | 'data' | 'request'> & {
  type: string;
  data: { object: unknown; previous_attributes?: Record<string, unknown> };
  request: Stripe.Event.Request;
};

export type Delivery = { atMs: number; status: number | null; error: string | null };

/** An event and how its delivery goes. `pending_webhooks` is 0 once the shop has accepted it. */
export type EventRecord = {
  event: StripeEvent;
  held: boolean;
  failures: number;
  nextAttemptAtMs: number | null;
  deliveries: Delivery[];
};

/** What will happen to a payment by itself, and when. */
export type ScheduledAction = {
  action: 'settle' | 'fail' | 'dispute' | 'warn' | 'finish_refunds';
  session: string;
  atMs: number;
};

/** The answer to a call with an idempotency key. */
export type IdempotentAnswer = {
  key: string;
  path: string;
  paramsHash: string;
  createdAtMs: number;
  requestId: string;
  status: number;
  body: string;
};

export type State = {
  version: 2;
  sessions: Session[];
  details: Record<string, SessionDetails>;
  intents: Intent[];
  charges: Charge[];
  refunds: Refund[];
  disputes: Dispute[];
  warnings: Warning[];
  events: EventRecord[];
  scheduled: ScheduledAction[];
  idempotentAnswers: IdempotentAnswer[];
};

export const emptyState = (): State => ({
  version: 2,
  sessions: [],
  details: {},
  intents: [],
  charges: [],
  refunds: [],
  disputes: [],
  warnings: [],
  events: [],
  scheduled: [],
  idempotentAnswers: [],
});
