import type Stripe from 'stripe';
import { getEnv } from '../platform/env.ts';
import { loadStripe } from './client.ts';
import { productTypeIfOurs } from './metadata.ts';
import type { Sale } from './sale.ts';

/** Statuses are Stripe's own values. */
type Report =
  | { readonly kind: 'payment'; readonly isFinal: boolean }
  | { readonly kind: 'refund-total'; readonly amountInCents: number }
  | { readonly kind: 'refund' | 'dispute'; readonly id: string; readonly status: string | null };

/** Identifies the session to read. Its state comes from Stripe's API, never from the event. */
export type PaymentEvent = {
  readonly id: string;
  /** Unix time in seconds. */
  readonly createdAt: number;
  readonly about: { readonly session: string } | { readonly payment: string };
  readonly report: Report;
};

/**
 * Stripe's list of events takes up to 20 types. Stripe reports some refunds only as
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

const reportOf = (object: Stripe.Charge | Stripe.Refund | Stripe.Dispute): Report => {
  if (object.object === 'charge') {
    return { kind: 'refund-total', amountInCents: object.amount_refunded };
  }
  return { kind: object.object, id: object.id, status: object.status };
};

export const toEvent = (event: Stripe.Event): PaymentEvent | null => {
  const { id, created: createdAt, type } = event;
  const { object } = event.data;
  if (!HANDLED_TYPES.has(type)) return null;

  if (object.object === 'checkout.session') {
    if (productTypeIfOurs(object) === null) return null;
    const isFinal = type !== 'checkout.session.completed';
    return { id, createdAt, about: { session: object.id }, report: { kind: 'payment', isFinal } };
  }

  if (object.object === 'charge' || object.object === 'refund' || object.object === 'dispute') {
    const { payment_intent: payment } = object;
    if (!payment) return null;
    const paymentId = typeof payment === 'string' ? payment : payment.id;
    return { id, createdAt, about: { payment: paymentId }, report: reportOf(object) };
  }
  return null;
};

/** Includes failed refunds, because `amount_refunded` included them before they failed. */
const amountOfAllRefunds = ({ refunds }: Sale): number =>
  refunds.reduce((sum, { amountInCents }) => sum + amountInCents, 0);

const reportedObjects = (sale: Sale, kind: 'refund' | 'dispute') =>
  kind === 'refund' ? sale.refunds : sale.disputes;

/** Whether a sale was read after an event. Its statuses may be newer. */
export const containsReport = (sale: Sale | null, { report }: PaymentEvent): boolean => {
  if (sale === null) return false;
  if (report.kind === 'payment') return !report.isFinal || sale.payment !== 'pending';
  if (report.kind === 'refund-total') return amountOfAllRefunds(sale) >= report.amountInCents;
  return reportedObjects(sale, report.kind).some(({ id }) => id === report.id);
};

export const subjectOf = ({ report }: PaymentEvent): string =>
  'id' in report ? report.id : report.kind;

/** Whether a sale shows the exact status that an event reports. */
export const hasReportedStatus = (sale: Sale | null, event: PaymentEvent): boolean => {
  if (sale === null || !containsReport(sale, event)) return false;
  const { report } = event;
  if (report.kind === 'payment' || report.kind === 'refund-total') return true;
  return reportedObjects(sale, report.kind).some(
    ({ id, status }) => id === report.id && status === report.status,
  );
};

/** Returns 'unsigned' if the signature, age or body is invalid. */
export const readEvent = async (
  body: Buffer,
  signature: string,
): Promise<PaymentEvent | 'unsigned' | null> => {
  const { STRIPE_WEBHOOK_SECRET: secret } = getEnv();
  const { default: Sdk } = await loadStripe();
  try {
    return toEvent(await Sdk.webhooks.constructEventAsync(body, signature, secret));
  } catch {
    return 'unsigned';
  }
};
