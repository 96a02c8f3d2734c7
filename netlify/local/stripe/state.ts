import type Stripe from 'stripe';
import { type SavedResponse, openStore } from '../kit/state.ts';
import { byId, stripeError } from './errors.ts';
import type { Charge, Dispute, Intent, Refund, StandInSession, StripeEvent } from './objects.ts';

/** A Checkout Session with its payment and everything that followed. */
export type Payment = {
  session: StandInSession;
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
};

/** A code with what its coupon takes off: always a percentage here. */
export type PromotionCode = Stripe.PromotionCode & { percentOff: number };

/** An event and its delivery. `pending_webhooks` is 0 once the shop has accepted it. */
export type EventRecord = {
  event: StripeEvent;
  attempts: number;
  /** The status of the shop's last answer, or why there was none. */
  lastResult: string | null;
  /** null if the shop has accepted the event, no attempts are left, or a fault holds it. */
  nextAttemptAtMs: number | null;
};

const emptyState = (promotionCodes: PromotionCode[]) => ({
  version: 14,
  // The shop reads only these fields of the two.
  account: { charges_enabled: true } satisfies Partial<Stripe.Account>,
  taxSettings: { status: 'active' } satisfies Partial<Stripe.Tax.Settings>,
  endpoints: [] as Stripe.WebhookEndpoint[],
  /** Oldest first, and so are the events. */
  payments: [] as Payment[],
  events: [] as EventRecord[],
  promotionCodes,
  answers: [] as SavedResponse[],
});

export type StripeState = ReturnType<typeof emptyState>;

/** Stripe keeps events for this long. */
const EVENT_LIFETIME_IN_SECONDS = 30 * 86_400;

export const openStripeState = (file: string | null, promotionCodes: PromotionCode[]) =>
  openStore(file, emptyState(promotionCodes), (state) => {
    const firstSecond = Date.now() / 1000 - EVENT_LIFETIME_IN_SECONDS;
    state.events = state.events.filter(({ event }) => event.created > firstSecond);
  });

/** The payment that a session, payment intent, charge, refund or dispute belongs to. */
export const findPayment = ({ payments }: StripeState, id: string): Payment => {
  const found = payments.find(({ session, intent, charge, refunds, disputes }) =>
    [session, intent, charge, ...refunds, ...disputes].some((one) => one?.id === id),
  );
  return found ?? byId([], id, 'payment');
};

/** The charge that can be refunded or disputed. Throws if no money has arrived. */
export const paidCharge = ({ charge }: Payment): Charge => {
  if (charge?.status === 'succeeded') return charge;
  throw stripeError(400, 'This PaymentIntent does not have a successful charge.');
};
