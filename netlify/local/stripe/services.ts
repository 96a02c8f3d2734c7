import Stripe from 'stripe';
import * as z from 'zod';
import { type Faults, callFaults, webhookFaults } from '../kit/faults.ts';
import { newSending, openOutbox } from '../kit/outbox.ts';
import { newId, nowInSeconds } from './ids.ts';
import { type EventRecord, type StripeObject, openState } from './state.ts';

export type StandInOptions = {
  /** Where SDK and buyers reach it, as in http://localhost:8889 */
  origin: string;
  /** The key that API calls must carry as bearer token; anything else is Stripe's 401 answer. */
  secretKey: string;
  /** Where events go, as in http://localhost:8888/api/stripe-webhook */
  webhookUrl: string;
  webhookSecret: string;
  /** JSON file that keeps the state across restarts; null keeps it in memory. */
  stateFile: string | null;
  /** Whether the inbox is at the same address, so that the dashboard leads there. */
  withInbox?: boolean;
};

export const faultsSchema = z
  .strictObject({ api: z.strictObject(callFaults), webhooks: z.strictObject(webhookFaults) })
  .partial();

/** What the routes work with. */
export type Services = ReturnType<typeof openServices>;

const RETRY_AFTER_IN_SECONDS = [1, 5, 30, 120, 600, 1800, 3600, 7200];

export const openServices = (options: StandInOptions) => {
  const { origin, secretKey, webhookUrl: url, webhookSecret: secret, withInbox = false } = options;
  const store = openState(options.stateFile);
  // What a fault held back before a restart has nobody left to let it go.
  for (const record of store.state.events) record.held = false;
  const faults: Faults<z.infer<typeof faultsSchema>> = { settings: {} };
  const outbox = openOutbox<EventRecord>({
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
  });
  return { origin, shopOrigin: new URL(url).origin, secretKey, withInbox, store, outbox, faults };
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
  ...newSending(held),
});

/** Keeps what has changed and sends its events, without waiting for the answers. */
export const commit = (
  { store, outbox, faults }: Services,
  drafts: EventDraft[],
  cause: Cause = BY_ITSELF,
): EventRecord[] => {
  const held = faults.settings.webhooks?.hold === true;
  const records = drafts.map((draft) => newRecord(draft, cause, held));
  store.state.events.push(...records);
  store.save();
  void outbox.sendAll(records);
  return records;
};
