import Stripe from 'stripe';
import * as z from 'zod';
import { type Faults, callFaults, webhookFaults } from '../kit/faults.ts';
import { newId, nowInSeconds } from './ids.ts';
import { newSending, openOutbox } from './outbox.ts';
import { type EventRecord, type StripeObject, openState } from './state.ts';

export type StandInOptions = {
  /** The address for the SDK and for buyers, as in http://localhost:8889 */
  origin: string;
  /** The bearer token of API calls. */
  secretKey: string;
  /** The address that gets the events, as in http://localhost:8888/api/stripe-webhook */
  webhookUrl: string;
  webhookSecret: string;
  /** A JSON file that keeps the state across restarts, or null to keep it in memory. */
  stateFile: string | null;
};

export const faultsSchema = z
  .strictObject({ api: z.strictObject(callFaults), webhooks: z.strictObject(webhookFaults) })
  .partial();

export type Services = ReturnType<typeof openServices>;

const RETRY_AFTER_IN_SECONDS = [1, 5, 30, 120, 600, 1800, 3600, 7200];

/** `tick` runs regularly, before due events are sent. */
export const openServices = (options: StandInOptions, tick: () => void) => {
  const { origin, secretKey, webhookUrl: url, webhookSecret: secret } = options;
  const store = openState(options.stateFile);
  const faults: Faults<z.infer<typeof faultsSchema>> = { settings: {} };
  const outbox = openOutbox({
    url,
    events: () => store.state.events,
    write: async ({ event }) => {
      const payload = JSON.stringify(event, null, 2);
      const signature = Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret });
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': await signature,
      };
      return { headers, body: payload };
    },
    retryAfterInSeconds: RETRY_AFTER_IN_SECONDS,
    faults: () => faults.settings.webhooks ?? {},
    accepted: ({ event }) => {
      event.pending_webhooks = 0;
    },
    save: store.save,
    tick,
  });
  return { origin, secretKey, store, outbox, faults };
};

/** An event about a change, before it has an id. */
export type EventDraft = {
  type: Stripe.Event.Type;
  object: StripeObject;
  previous?: Record<string, unknown>;
};

/** The first event is about the changed object. */
export type EventDrafts = [EventDraft, ...EventDraft[]];

const newRecord = (draft: EventDraft, held: boolean): EventRecord => ({
  event: {
    id: newId('evt_1'),
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: nowInSeconds(),
    data: {
      // A copy, since the event keeps the object as it is now.
      object: JSON.parse(JSON.stringify(draft.object)),
      ...(draft.previous && { previous_attributes: draft.previous }),
    },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type: draft.type,
  },
  ...newSending(held),
});

/** Saves the state and sends the events of a change without waiting for the answers. */
export const commit = (
  { store, outbox, faults }: Services,
  drafts: EventDraft[],
): EventRecord[] => {
  const held = faults.settings.webhooks?.hold === true;
  const records = drafts.map((draft) => newRecord(draft, held));
  store.state.events.push(...records);
  store.save();
  void outbox.sendAll(records);
  return records;
};
