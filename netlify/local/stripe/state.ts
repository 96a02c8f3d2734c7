import type Stripe from 'stripe';
import type { KeptAnswer } from '../kit/idempotency.ts';
import { openStore } from '../kit/state.ts';
import { badRequest, noSuch } from './errors.ts';
import {
  type Charge,
  type Dispute,
  type Intent,
  type Refund,
  type Session,
  type StripeEvent,
  nowInSeconds,
} from './objects.ts';

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
  /** When the bank opens a dispute; null if it won't. */
  disputeAtMs: number | null;
};

/** A code, and what its coupon takes off: always a percentage here. */
export type PromotionCode = { object: Stripe.PromotionCode; percentOff: number };

/** An event and its delivery. `pending_webhooks` is 0 once the shop has accepted it. */
export type EventRecord = {
  event: StripeEvent;
  attempts: number;
  /** The status of the shop's last answer, or why there was none. */
  lastResult: string | null;
  /** null if the shop has accepted the event, no attempts are left, or a fault holds it. */
  nextAttemptAtMs: number | null;
};

export const MANAGED_STATES = ['off', 'accepted', 'byDefault'] as const;

const emptyState = (promotionCodes: PromotionCode[]) => ({
  version: 11,
  /** The shop reads no more of these two than this. */
  account: { charges_enabled: true } satisfies Partial<Stripe.Account>,
  taxSettings: { status: 'active' } satisfies Partial<Stripe.Tax.Settings>,
  /** 'byDefault': for each session that does not say otherwise, as Stripe has it for some new accounts. */
  managedPayments: 'accepted' as (typeof MANAGED_STATES)[number],
  endpoints: [] as Stripe.WebhookEndpoint[],
  /** Oldest first, and so are the events. */
  payments: [] as Payment[],
  events: [] as EventRecord[],
  promotionCodes,
  answers: [] as KeptAnswer[],
});

export type State = ReturnType<typeof emptyState>;

/** Stripe keeps events for this long. */
const EVENTS_KEPT_IN_SECONDS = 30 * 86_400;

export const openState = (file: string | null, promotionCodes: PromotionCode[]) =>
  openStore(file, emptyState(promotionCodes), (state) => {
    const firstSecond = nowInSeconds() - EVENTS_KEPT_IN_SECONDS;
    state.events = state.events.filter(({ event }) => event.created > firstSecond);
  });

/** The payment that a session, payment intent, charge, refund or dispute belongs to. */
export const findPayment = ({ payments }: State, id: string): Payment => {
  const found = payments.find(({ session, intent, charge, refunds, disputes }) =>
    [session, intent, charge, ...refunds, ...disputes].some((one) => one?.id === id),
  );
  if (!found) throw noSuch('payment', id);
  return found;
};

/** The charge that can be refunded or disputed. Throws if no money has arrived. */
export const paidCharge = ({ charge, session }: Payment): Charge => {
  if (charge?.status === 'succeeded') return charge;
  throw badRequest(
    `This PaymentIntent (${session.payment_intent ?? 'none yet'}) does not have a successful charge.`,
  );
};
