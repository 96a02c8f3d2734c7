import type Stripe from 'stripe';
import type { KeptAnswer } from '../kit/idempotency.ts';
import { openStore } from '../kit/state.ts';
import type { DisputeStatus } from './objects/dispute.ts';
import { newPromotionCode } from './promotion-codes.ts';

/*
 * The state holds Stripe's own objects, in one record for each payment, oldest first. Objects refer to each other by
 * id; `api/expand.ts` replaces an id by its object for a call that expands it.
 */
export type Session = Stripe.Checkout.Session & {
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

/** A Checkout Session with its payment and everything that followed. */
export type Payment = {
  session: Session;
  /** The payment page. The session loses this address once nothing can be paid there. */
  url: string;
  /** The name of what is bought. */
  product: string;
  isTaxIncluded: boolean;
  intentMetadata: Stripe.Metadata;
  /** Stripe makes it when the buyer first confirms, and not with the session. */
  intent: Intent | null;
  /** The latest attempt to pay. If any attempt succeeded, it is this one. */
  charge: Charge | null;
  refunds: Refund[];
  disputes: Dispute[];
  /** Changes that are due at a time. */
  scheduled: { action: ScheduledAction; atMs: number }[];
};

export type ScheduledAction = 'dispute' | 'finish_refunds';

export type StripeObject = Session | Intent | Charge | Refund | Dispute;

/**
 * An event with the object as it was at that moment. `Stripe.Event` is a union of some 250 types, each with an object
 * of its own; this type fits all that the stand-in sends.
 */
type StripeEvent = Omit<Stripe.Event, 'type' | 'data' | 'request'> & {
  type: string;
  data: { object: unknown; previous_attributes?: Record<string, unknown> };
  request: Stripe.Event.Request;
};

export type Delivery = { atMs: number; status: number | null; error: string | null };

/** The state of an event's delivery. */
export type Sending = {
  held: boolean;
  failures: number;
  /** null once the shop has accepted the event, or no attempts are left. */
  nextAttemptAtMs: number | null;
  deliveries: Delivery[];
};

/** An event and the state of its delivery. `pending_webhooks` is 0 once the shop has accepted it. */
export type EventRecord = Sending & { event: StripeEvent };

/** The shop's own account, which may take money. The shop reads no more of it than this. */
const ACCOUNT: Stripe.Account = {
  id: 'acct_1MoRdlLgUG5tbmjc',
  object: 'account',
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
  details_submitted: true,
  email: 'site@stripe.com',
  payouts_enabled: true,
  type: 'standard',
};

/** Stripe Tax, set up. */
const TAX_SETTINGS: Stripe.Tax.Settings = {
  object: 'tax.settings',
  defaults: { provider: 'stripe', tax_behavior: 'exclusive', tax_code: null },
  head_office: null,
  livemode: false,
  status: 'active',
  status_details: { active: {} },
};

export const MANAGED_STATES = ['off', 'accepted', 'byDefault'] as const;

const emptyState = () => ({
  version: 9,
  account: { ...ACCOUNT },
  taxSettings: { ...TAX_SETTINGS },
  /** 'byDefault': for each session that does not say otherwise, as Stripe has it for some new accounts. */
  managedPayments: 'accepted' as (typeof MANAGED_STATES)[number],
  endpoints: [] as Stripe.WebhookEndpoint[],
  payments: [] as Payment[],
  events: [] as EventRecord[],
  /** Two for whoever tries the shop. */
  promotionCodes: [
    newPromotionCode({ code: 'SPRING', percentOff: 25 }),
    newPromotionCode({ code: 'GIFT', percentOff: 100 }),
  ],
  answers: [] as KeptAnswer[],
});

export type State = ReturnType<typeof emptyState>;

/** Stripe keeps events for this long. */
const EVENTS_KEPT_IN_SECONDS = 30 * 86_400;

export const openState = (file: string | null) =>
  openStore({
    file,
    empty: emptyState(),
    owner: 'The Stripe stand-in',
    forgetOld: (state) => {
      const firstSecond = Date.now() / 1000 - EVENTS_KEPT_IN_SECONDS;
      state.events = state.events.filter(({ event }) => event.created > firstSecond);
    },
  });
