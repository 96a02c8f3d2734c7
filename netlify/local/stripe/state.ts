import type Stripe from 'stripe';
import type { SavedResponse } from '../shared/idempotency.ts';
import { openStateFile } from '../shared/state-file.ts';
import { notFoundError, stripeError } from './errors.ts';
import type { Charge, Dispute, Intent, Refund, StandInSession, StripeEvent } from './objects.ts';

export type Transaction = {
  /** As in Stripe, null until the buyer first tries to pay. */
  intent: Intent | null;
  /** The latest attempt to pay. A session allows no attempt after a successful one. */
  charge: Charge | null;
  refunds: Refund[];
  disputes: Dispute[];
  /** Whether the buyer's bank rejects refunds. */
  doRefundsFail?: boolean;
};

export type Payment = Transaction & {
  session: StandInSession;
  product: string;
  isTaxIncluded: boolean;
  intentMetadata: Stripe.Metadata;
};

/** A payment through the API, without a session. */
export type DirectPayment = Transaction & { intent: Intent };

/** The stand-in's coupons always take off a percentage. */
export type PromotionCode = Stripe.PromotionCode & { percentOff: number };

/** An event and its delivery. `pending_webhooks` is 0 once the shop has accepted it. */
export type EventRecord = {
  event: StripeEvent;
  attempts: number;
  lastResult: string | null;
  /** null if the shop has accepted the event, no attempts are left, or a fault holds it back. */
  nextAttemptAtMs: number | null;
};

/** Stored in the state file, so don't rename its fields without a new version. */
const emptyState = (promotionCodes: PromotionCode[]) => ({
  version: 15,
  // The shop reads only these fields of the account and the tax settings.
  account: { charges_enabled: true } satisfies Partial<Stripe.Account>,
  taxSettings: { status: 'active' } satisfies Partial<Stripe.Tax.Settings>,
  endpoints: [] as Stripe.WebhookEndpoint[],
  // These lists are oldest first.
  payments: [] as Payment[],
  directPayments: [] as DirectPayment[],
  events: [] as EventRecord[],
  coupons: [] as Stripe.Coupon[],
  promotionCodes,
  answers: [] as SavedResponse[],
});

export type StripeState = ReturnType<typeof emptyState>;

/** Stripe deletes events after this time. */
const EVENT_LIFETIME_IN_SECONDS = 30 * 24 * 60 * 60;

export const openStripeState = (file: string | null, promotionCodes: PromotionCode[]) =>
  openStateFile(file, emptyState(promotionCodes), (state) => {
    const oldestInSeconds = Date.now() / 1000 - EVENT_LIFETIME_IN_SECONDS;
    state.events = state.events.filter(({ event }) => event.created > oldestInSeconds);
  });

const contains = ({ intent, charge, refunds, disputes }: Transaction, id: string): boolean =>
  [intent, charge, ...refunds, ...disputes].some((object) => object?.id === id);

/** Finds a payment by the id of its session, payment intent, charge, refund or dispute. */
export const findPayment = ({ payments }: StripeState, id: string): Payment => {
  const found = payments.find((payment) => payment.session.id === id || contains(payment, id));
  if (!found) throw notFoundError('payment', id);
  return found;
};

export const allTransactions = ({ payments, directPayments }: StripeState): Transaction[] => [
  ...payments,
  ...directPayments,
];

/** Finds a payment with or without a session. Stripe's error message contains `kind`. */
export const findTransaction = (state: StripeState, id: string, kind: string): Transaction => {
  const found = allTransactions(state).find((transaction) => contains(transaction, id));
  if (!found) throw notFoundError(kind, id);
  return found;
};

/** Finds the charge to refund or dispute. Throws if there is no successful charge. */
export const findSucceededCharge = ({ charge }: Transaction): Charge => {
  if (charge?.status === 'succeeded') return charge;
  throw stripeError(400, 'This PaymentIntent does not have a successful charge.');
};
