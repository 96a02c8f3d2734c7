import Stripe from 'stripe';
import type { EventRecord } from '../state.ts';

/**
 * `Stripe.Event` is a union over some 250 types, each with its own object; what is stored is
 * known only as "an object with an id", so `type` and `data` are as wide as the record is.
 */
type EventObject = Omit<Stripe.Event, 'type' | 'data'> & {
  type: string;
  data: { object: EventRecord['object']; previous_attributes?: Record<string, unknown> };
};

export const eventObject = (event: EventRecord): EventObject => ({
  id: event.id,
  object: 'event',
  api_version: Stripe.API_VERSION,
  created: event.created,
  data: {
    object: event.object,
    ...(event.previousAttributes && { previous_attributes: event.previousAttributes }),
  },
  livemode: false,
  pending_webhooks: event.acknowledged ? 0 : 1,
  request: { id: event.requestId, idempotency_key: event.idempotencyKey },
  type: event.type,
});
