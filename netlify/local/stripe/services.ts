import Stripe from 'stripe';
import type { Faults } from './events/faults.ts';
import type { Outbox } from './events/outbox.ts';
import { newId, nowInSeconds } from './ids.ts';
import type { EventRecord, StripeObject } from './state.ts';
import type { Store } from './store.ts';

/** What the routes work with. */
export type Services = {
  /** The stand-in's own origin, as in http://localhost:8889 */
  origin: string;
  /** The shop's, as in http://localhost:8888 */
  shopOrigin: string;
  secretKey: string;
  /** Whether the inbox is at the same address. */
  withInbox: boolean;
  store: Store;
  outbox: Outbox;
  faults: Faults;
};

/** What Stripe would tell the shop about a change. */
export type EventDraft = {
  type: Stripe.Event.Type;
  object: StripeObject;
  previous?: Record<string, unknown>;
};

/** The first event is about the object that was changed. */
export type EventDrafts = [EventDraft, ...EventDraft[]];

/** The API call that an event comes from. */
export type Cause = Stripe.Event.Request;

const BY_ITSELF: Cause = { id: null, idempotency_key: null };

const newRecord = (draft: EventDraft, cause: Cause, held: boolean): EventRecord => ({
  event: {
    id: newId('evt_1'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: nowInSeconds(),
    data: {
      // The object as it is now and as it will be sent.
      object: JSON.parse(JSON.stringify(draft.object)),
      ...(draft.previous && { previous_attributes: draft.previous }),
    },
    livemode: false,
    pending_webhooks: 1,
    request: cause,
    type: draft.type,
  },
  held,
  failures: 0,
  nextAttemptAtMs: Date.now(),
  deliveries: [],
});

/** Keeps what has changed and sends its events, without waiting for the answers. */
export const commit = (
  { store, outbox }: Services,
  drafts: EventDraft[],
  cause: Cause = BY_ITSELF,
): EventRecord[] => {
  const held = outbox.isHolding();
  const records = drafts.map((draft) => newRecord(draft, cause, held));
  store.state.events.push(...records);
  store.save();
  void outbox.sendAll(records);
  return records;
};
