import type { Faults } from '../kit/faults.ts';
import { openOutbox } from '../kit/outbox.ts';
import { eventBody, newEvent, signedHeaders } from './events.ts';
import type { FaultSettings } from './faults.ts';
import { type EventRecord, type Mail, type Outcome, openState } from './state.ts';

export type InboxOptions = {
  /** Where the shop and people reach it, as in http://localhost:8889 */
  readonly origin: string;
  /** The key that calls must carry as bearer token. */
  readonly apiKey: string;
  /** Where events go, as in http://localhost:8888/api/mail-webhook */
  readonly webhookUrl: string;
  /** `whsec_` and base64. */
  readonly webhookSecret: string;
  /** JSON file that keeps the mails across restarts; null keeps them in memory. */
  readonly stateFile: string | null;
  /** Whether the Stripe stand-in is at the same address, so that the inbox leads to its dashboard. */
  readonly withDashboard?: boolean;
};

/** What the routes work with. */
export type Services = ReturnType<typeof openServices>;

const CLOCK_TICK_IN_MS = 250;
const RETRY_AFTER_IN_SECONDS = [1, 5, 30, 300];

export const openServices = (options: InboxOptions) => {
  const { origin, apiKey, webhookUrl: url, webhookSecret, withDashboard = false } = options;
  const store = openState(options.stateFile);
  const { state } = store;
  const faults: Faults<FaultSettings> = { settings: {} };
  const outbox = openOutbox<EventRecord>({
    url,
    events: () => state.events,
    write: async (event) => {
      const body = eventBody(event, state.mails);
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Svix-Webhooks/1.0',
        ...signedHeaders(webhookSecret, event.id, body),
      };
      return { headers, body };
    },
    retryAfterInSeconds: RETRY_AFTER_IN_SECONDS,
    faults: () => ({}),
    accepted: () => {},
    save: store.save,
  });
  const clock = setInterval(() => {
    if (!faults.settings.hold) outbox.retry();
  }, CLOCK_TICK_IN_MS);
  clock.unref();
  /** What is held back or waits for its next try. */
  const late = () => state.events.filter(({ nextAttemptAtMs }) => nextAttemptAtMs !== null);
  return {
    origin,
    apiKey,
    withDashboard,
    store,
    faults,
    late,
    flush: () => outbox.flush(late()),
    send: outbox.send,
    /** Keeps what became of a mail; the clock sends it. */
    add: (mail: Mail, outcome: Outcome): EventRecord => {
      const event = newEvent(mail, outcome);
      mail.outcome = outcome;
      state.events.push(event);
      store.save();
      return event;
    },
    /** Stops what is being sent; the state keeps it for the next start. */
    close: () => {
      clearInterval(clock);
      outbox.close();
    },
  };
};
