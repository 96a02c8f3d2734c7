import Stripe from 'stripe';
import type { PaymentEvent } from '../domain/events.ts';

const paymentSubject = (payment: string | { id: string } | null): PaymentEvent['about'] =>
  payment === null ? null : { payment: typeof payment === 'string' ? payment : payment.id };

/**
 * Refunds made before the API's 2024-10-28 version, and some made in the dashboard, send only one of
 * the two refund families; so both count.
 */
const subjectOf = (event: Stripe.Event): PaymentEvent['about'] => {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
      return { session: event.data.object.id };
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return paymentSubject(event.data.object.payment_intent);
    default:
      return null;
  }
};

/** Reads what Stripe sends to the webhook. */
export const createWebhook = (secret: string) => ({
  /** The event in a signed body; null where signature, age or body are not right. */
  readEvent: async (body: Buffer, signature: string): Promise<PaymentEvent | null> => {
    try {
      const event = await Stripe.webhooks.constructEventAsync(body, signature, secret);
      return { about: subjectOf(event) };
    } catch {
      return null;
    }
  },
});
