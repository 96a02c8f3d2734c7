import type Stripe from 'stripe';
import { getEnv } from '../platform/env.ts';
import { loadStripe } from './client.ts';
import { shopMetadataOf } from './metadata.ts';
import { disputedAmount, refundStatus } from './returned-money.ts';
import { type Sale, isEarlierPayment } from './sale.ts';

/** Each status is one of Stripe's own values. */
type Report =
  | {
      readonly kind: 'payment';
      readonly payment: Sale['payment'];
      /** When a pending payment succeeded, in Unix seconds; null if it was never pending. */
      readonly settledAt: number | null;
    }
  | { readonly kind: 'refund-total'; readonly amountInCents: number }
  | { readonly kind: 'refund'; readonly id: string; readonly status: string }
  | {
      readonly kind: 'dispute';
      readonly id: string;
      readonly status: string;
      readonly amountInCents: number;
    };

/** Identifies the session to read. Its state comes from Stripe's API, never from the event. */
export type PaymentEvent = {
  readonly id: string;
  /** Unix time in seconds. */
  readonly createdAt: number;
  readonly about: { readonly session: string } | { readonly payment: string };
  readonly report: Report;
};

/**
 * Stripe's list of events accepts at most 20 types. Stripe reports some refunds only as
 * `charge.refunded`, and others only as `refund` events.
 */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.refunded',
] as const;

const HANDLED_TYPES: ReadonlySet<string> = new Set(EVENT_TYPES);

const reportOfSession = (
  { type, created }: Stripe.Event,
  { payment_status: status }: Stripe.Checkout.Session,
): Report => {
  if (type === 'checkout.session.async_payment_failed') {
    return { kind: 'payment', payment: 'failed', settledAt: null };
  }
  const settledAt = type === 'checkout.session.async_payment_succeeded' ? created : null;
  // The same rule as in read-sale.ts.
  const payment = status === 'unpaid' ? 'pending' : 'paid';
  return { kind: 'payment', payment, settledAt };
};

const reportOf = (object: Stripe.Charge | Stripe.Refund | Stripe.Dispute): Report => {
  if (object.object === 'charge') {
    return { kind: 'refund-total', amountInCents: object.amount_refunded };
  }
  const { id } = object;
  if (object.object === 'refund') return { kind: 'refund', id, status: refundStatus(object) };
  const amountInCents = disputedAmount(object, object.currency);
  return { kind: 'dispute', id, status: object.status, amountInCents };
};

/** Returns null for an event that is not about an order. */
export const toEvent = (event: Stripe.Event): PaymentEvent | null => {
  const { id, created: createdAt, type } = event;
  const { object } = event.data;
  if (!HANDLED_TYPES.has(type)) return null;

  if (object.object === 'checkout.session') {
    if (shopMetadataOf(object) === null) return null;
    const report = reportOfSession(event, object);
    return { id, createdAt, about: { session: object.id }, report };
  }

  if (object.object === 'charge' || object.object === 'refund' || object.object === 'dispute') {
    const { payment_intent: payment } = object;
    if (!payment) return null;
    const paymentId = typeof payment === 'string' ? payment : payment.id;
    return { id, createdAt, about: { payment: paymentId }, report: reportOf(object) };
  }
  return null;
};

/**
 * Includes refunds that failed later, because the `amount_refunded` in an earlier charge event
 * still counts them.
 */
const amountOfAllRefunds = ({ refunds }: Sale): number =>
  refunds.reduce((sum, { amountInCents }) => sum + amountInCents, 0);

/**
 * Whether a sale includes what an event reports, even if the status of the refund or dispute
 * differs.
 */
export const containsReport = (sale: Sale | null, { report }: PaymentEvent): boolean => {
  if (sale === null) return false;
  switch (report.kind) {
    case 'payment':
      return !isEarlierPayment(sale.payment, report.payment);
    case 'refund-total':
      return amountOfAllRefunds(sale) >= report.amountInCents;
    case 'refund':
      return sale.refunds.some(({ id }) => id === report.id);
    case 'dispute':
      return sale.disputes.some(({ id }) => id === report.id);
  }
};

/** The `settledAt` of a successful payment; undefined for any other report. */
export const settlementIn = ({ report }: PaymentEvent): number | null | undefined =>
  report.kind === 'payment' && report.payment === 'paid' ? report.settledAt : undefined;

export const subjectOf = ({ report }: PaymentEvent): string =>
  'id' in report ? report.id : report.kind;

/** Whether a sale shows exactly what an event reports. */
export const showsReport = (sale: Sale | null, event: PaymentEvent): boolean => {
  if (sale === null || !containsReport(sale, event)) return false;
  const { report } = event;
  switch (report.kind) {
    case 'payment':
    case 'refund-total':
      return true;
    case 'refund':
      return sale.refunds.some(({ id, status }) => id === report.id && status === report.status);
    case 'dispute':
      return sale.disputes.some(
        ({ id, status, amountInCents }) =>
          id === report.id && status === report.status && amountInCents === report.amountInCents,
      );
  }
};

/**
 * Why an event is rejected: it is not signed with the shop's secret, it was signed too long ago, or
 * it is signed but not a snapshot event (docs.stripe.com/event-destinations#snapshot-payload).
 */
export type EventRefusal = 'signature' | 'age' | 'shape';

const ANY_AGE = 0;

/** The SDK throws the same kind of error for several reasons. */
const refusalOf = async (
  { signature: verifier, DEFAULT_TOLERANCE }: typeof Stripe.webhooks,
  body: Buffer,
  signature: string,
  secret: string,
): Promise<EventRefusal> => {
  const isSigned = async (toleranceInSeconds: number): Promise<boolean> => {
    try {
      return (
        (await verifier?.verifyHeaderAsync(body, signature, secret, toleranceInSeconds)) === true
      );
    } catch {
      return false;
    }
  };
  if (!(await isSigned(ANY_AGE))) return 'signature';
  return (await isSigned(DEFAULT_TOLERANCE)) ? 'shape' : 'age';
};

/** Returns null for a signed event that is not about one of the shop's orders. */
export const readEvent = async (
  body: Buffer,
  signature: string,
): Promise<PaymentEvent | EventRefusal | null> => {
  const { STRIPE_WEBHOOK_SECRET: secret } = getEnv();
  const { default: Sdk } = await loadStripe();
  try {
    return toEvent(await Sdk.webhooks.constructEventAsync(body, signature, secret));
  } catch {
    return refusalOf(Sdk.webhooks, body, signature, secret);
  }
};
