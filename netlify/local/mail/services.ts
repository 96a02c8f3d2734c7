import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';
import { type Faults, callFaults } from '../kit/faults.ts';
import { openOutbox } from '../kit/outbox.ts';
import { eventBody, newEvent, signedHeaders } from './events.ts';
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

export const faultsSchema = z
  .strictObject({
    ...callFaults,
    /** With `status`: the error's own name; without it, the likeliest of the status. */
    name: z.string(),
    /** Refuse what is more in a second, as Resend does with more than ten. */
    perSecond: z.int().min(1),
    /** Refuse what is more in a day of UTC, and say how much of it is used, as Resend's free plan does with 100. */
    perDay: z.int().min(1),
    /** Which addresses bounce; true is every one. */
    bounce: z.union([z.boolean(), z.array(z.string())]),
    /** Keep events back until `POST /_control/mail/flush`. */
    hold: z.boolean(),
  })
  .partial();

/** What the routes work with. */
export type Services = ReturnType<typeof openServices>;

const named = z.object({ id: z.string() });

const CLOCK_TICK_IN_MS = 250;
const RETRY_AFTER_IN_SECONDS = [1, 5, 30, 300];

export const openServices = (options: InboxOptions) => {
  const { origin, apiKey, webhookUrl: url, webhookSecret, withDashboard = false } = options;
  const store = openState(options.stateFile);
  const { state } = store;
  const faults: Faults<z.infer<typeof faultsSchema>> = { settings: {} };
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
  /** Keeps what became of a mail; the clock sends it. */
  const add = (mail: Mail, outcome: Outcome): EventRecord => {
    const event = newEvent(mail, outcome);
    mail.outcome = outcome;
    state.events.push(event);
    store.save();
    return event;
  };
  const act = (outcome: Outcome) => async (fields: unknown) => {
    const { data } = named.safeParse(fields);
    const mail = state.mails.find(({ id }) => id === data?.id);
    if (!mail) throw new HTTPException(404, { message: 'No such mail.' });
    const event = add(mail, outcome);
    await outbox.send(event);
    return event;
  };
  return {
    origin,
    apiKey,
    withDashboard,
    store,
    faults,
    late,
    flush: () => outbox.flush(late()),
    add,
    /** What a mail server or a reader does to a mail that was delivered. */
    actions: { bounce: act('bounced'), complain: act('complained') },
    /** Stops what is being sent; the state keeps it for the next start. */
    close: () => {
      clearInterval(clock);
      outbox.close();
    },
  };
};
