import Stripe from 'stripe';
import { cloneSample, newId, nowInSeconds } from './new-object.ts';
import type { StripeEvent, StripeObject } from './objects.ts';

export type EventDraft = { type: Stripe.Event.Type; object: StripeObject };

/** The events of one change. The first is about the changed object. */
export type EventDrafts = [EventDraft, ...EventDraft[]];

export const createEvent = ({ type, object }: EventDraft): StripeEvent => ({
  ...cloneSample('event'),
  id: newId('evt_1'),
  api_version: Stripe.API_VERSION,
  created: nowInSeconds(),
  // Later changes to the object must not change the event.
  data: { object: structuredClone(object) },
  pending_webhooks: 1,
  type,
});
