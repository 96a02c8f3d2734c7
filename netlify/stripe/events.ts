import type Stripe from 'stripe';
import { getEnv } from '../platform/env.ts';
import { readMark } from './checkout.ts';
import { loadStripe } from './client.ts';
import type { Sale } from './session.ts';

/** The report of an event. Statuses are Stripe's own words. */
type Report =
  | { readonly of: 'payment'; readonly isFinal: boolean }
  | { readonly of: 'refunded'; readonly amountInCents: number }
  | { readonly of: 'refunds' | 'disputes'; readonly id: string; readonly status: string | null };

/** The shop reads only the subject of an event, and then asks Stripe for the current state. */
export type PaymentEvent = {
  readonly id: string;
  /** Unix time in seconds. */
  readonly createdAt: number;
  readonly about: { readonly session: string } | { readonly payment: string };
  readonly report: Report;
};

/**
 * The events that the shop handles. Stripe's list of events takes up to 20 types. Refunds from before the API's
 * 2024-10-28 version, and some from the dashboard, send `charge.refunded` alone or the `refund` events alone.
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

/** null for an event that concerns no checkout session of this shop. */
export const toEvent = (event: Stripe.Event): PaymentEvent | null => {
  const { id, created: createdAt, type } = event;
  const { object } = event.data;
  if (!EVENT_TYPES.some((handled) => handled === type)) return null;
  if (object.object === 'checkout.session') {
    if (readMark(object) === null) return null;
    const isFinal = type !== 'checkout.session.completed';
    return { id, createdAt, about: { session: object.id }, report: { of: 'payment', isFinal } };
  }
  if (object.object !== 'charge' && object.object !== 'refund' && object.object !== 'dispute') {
    return null;
  }
  const { payment_intent: payment } = object;
  if (!payment) return null;
  const about = { payment: typeof payment === 'string' ? payment : payment.id };
  if (object.object === 'charge') {
    const report = { of: 'refunded', amountInCents: object.amount_refunded } as const;
    return { id, createdAt, about, report };
  }
  const of = object.object === 'refund' ? 'refunds' : 'disputes';
  return { id, createdAt, about, report: { of, id: object.id, status: object.status } };
};

/** Sums all refunds, also those that failed: a charge's earlier `amount_refunded` counts them. */
const amountOfAllRefunds = ({ refunds }: Sale): number =>
  refunds.reduce((sum, { amountInCents }) => sum + amountInCents, 0);

/**
 * Whether a sale contains what an event reports. If it does not, the sale is older than the event. A newer sale
 * contains it too, though its statuses may have moved on.
 */
export const contains = (sale: Sale | null, { report }: PaymentEvent): boolean => {
  if (sale === null) return false;
  if (report.of === 'payment') return !report.isFinal || sale.payment !== 'pending';
  if (report.of === 'refunded') return amountOfAllRefunds(sale) >= report.amountInCents;
  return sale[report.of].some(({ id }) => id === report.id);
};

/** The subject of an event: the payment, the refunded amount, one refund or one dispute. */
export const subjectOf = ({ report }: PaymentEvent): string =>
  'id' in report ? report.id : report.of;

/** Whether a sale shows exactly what the newest event of a subject reports, so that Stripe need not be asked. */
export const isUpToDate = (sale: Sale | null, event: PaymentEvent): boolean => {
  const { report } = event;
  if (sale === null || !contains(sale, event)) return false;
  if (report.of === 'payment' || report.of === 'refunded') return true;
  return sale[report.of].some(({ id, status }) => id === report.id && status === report.status);
};

/**
 * The event in Stripe's request to the webhook. 'unsigned': its signature, age or body is wrong. null: it concerns
 * no checkout session of this shop.
 */
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
