import type Stripe from 'stripe';
import { disputeFromEvent, toDispute } from './disputes.ts';
import { getEnv } from '../env.ts';
import type { PaymentEvent } from './events.ts';

const SESSION_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
] as const;

const DISPUTE_EVENTS = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const;

/**
 * Both families of refund events count: refunds from before the API's 2024-10-28 version, and some from the dashboard,
 * send only one of them.
 */
const PAYMENT_EVENTS = [
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  ...DISPUTE_EVENTS,
] as const;

/** The events that the shop handles. Stripe's list of events takes up to 20 types. */
export const EVENT_TYPES = [...SESSION_EVENTS, ...PAYMENT_EVENTS];

type EventOf<Type> = Extract<Stripe.Event, { type: Type }>;

const isOneOf = <Type extends Stripe.Event.Type>(
  event: Stripe.Event,
  types: readonly Type[],
): event is EventOf<Type> => types.some((type) => type === event.type);

const aboutOf = (event: Stripe.Event): PaymentEvent['about'] => {
  if (isOneOf(event, SESSION_EVENTS)) return { session: event.data.object.id };
  if (!isOneOf(event, PAYMENT_EVENTS)) return null;
  const { payment_intent: payment } = event.data.object;
  if (!payment) return null;
  return { payment: typeof payment === 'string' ? payment : payment.id };
};

const factsOf = (event: Stripe.Event): PaymentEvent['facts'] =>
  isOneOf(event, DISPUTE_EVENTS)
    ? disputeFromEvent(toDispute(event.data.object), event.created)
    : {};

const pastOf = (event: Stripe.Event): PaymentEvent['past'] => {
  if (!isOneOf(event, DISPUTE_EVENTS)) return null;
  const status = event.data.previous_attributes?.status;
  return status === undefined ? null : { id: event.data.object.id, status };
};

const impliesOf =
  ({ type, data: { object } }: Stripe.Event): PaymentEvent['implies'] =>
  ({ payment, refunds }) => {
    if (type === 'checkout.session.completed') return payment !== 'none';
    if (type.startsWith('checkout.session.async_'))
      return payment === 'paid' || payment === 'failed';
    if (!type.startsWith('refund.')) return true;
    return !('id' in object) || refunds.some(({ id }) => id === object.id);
  };

export const toEvent = (event: Stripe.Event): PaymentEvent => ({
  id: event.id,
  type: event.type,
  createdAt: event.created,
  about: aboutOf(event),
  facts: factsOf(event),
  implies: impliesOf(event),
  past: pastOf(event),
});

/** The event in a request of Stripe's to the webhook; null where its signature, age or body is wrong. */
export const readEvent = async (body: Buffer, signature: string): Promise<PaymentEvent | null> => {
  const { STRIPE_WEBHOOK_SECRET: secret } = getEnv();
  const { default: Sdk } = await import('stripe');
  try {
    return toEvent(await Sdk.webhooks.constructEventAsync(body, signature, secret));
  } catch {
    return null;
  }
};
