import { HTTPException } from 'hono/http-exception';
import * as z from 'zod';
import { type Faults, callFaults } from '../kit/faults.ts';
import { openOutbox } from '../kit/outbox.ts';
import { eventBody, newEvent, signedHeaders } from './events.ts';
import { type EventRecord, type Mail, type Outcome, openState } from './state.ts';

export type InboxOptions = {
  /** The address for the shop and for people, as in http://localhost:8889 */
  readonly origin: string;
  /** The bearer token of API calls. */
  readonly apiKey: string;
  /** The address that gets the events, as in http://localhost:8888/api/mail-webhook */
  readonly webhookUrl: string;
  /** `whsec_` and a key in base64. */
  readonly webhookSecret: string;
  /** A JSON file that keeps the emails across restarts, or null to keep them in memory. */
  readonly stateFile: string | null;
};

export const faultsSchema = z
  .strictObject({
    ...callFaults,
    /** The error's name for `status`. Without it, the most common error of that status is answered. */
    name: z.string(),
    /** The quota of emails for a day in UTC, as the 100 of Resend's free plan. Answers say how many are used. */
    perDay: z.int().min(1),
    /** The addresses that bounce, or true for all. */
    bounce: z.union([z.boolean(), z.array(z.string())]),
    /** Hold events until `POST /_control/mail/flush`. */
    hold: z.boolean(),
  })
  .partial();

export type Services = ReturnType<typeof openServices>;

const named = z.object({ id: z.string() });

const RETRY_AFTER_IN_SECONDS = [1, 5, 30, 300];

export const openServices = (options: InboxOptions) => {
  const { origin, apiKey, webhookUrl: url, webhookSecret } = options;
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
    save: store.save,
  });
  /** Stores the outcome of an email. The clock sends its event. */
  const add = (mail: Mail, outcome: Outcome): EventRecord => {
    const event = newEvent(mail, outcome, faults.settings.hold === true);
    mail.outcome = outcome;
    state.events.push(event);
    store.save();
    return event;
  };
  const act = (outcome: Outcome) => async (fields: unknown) => {
    const { data } = named.safeParse(fields);
    const mail = state.mails.find(({ id }) => id === data?.id);
    if (!mail) throw new HTTPException(404, { message: 'No such email.' });
    const event = add(mail, outcome);
    await outbox.send(event);
    return event;
  };
  return {
    origin,
    apiKey,
    store,
    faults,
    flush: outbox.flush,
    add,
    /** What a mail server or a reader can do to a delivered email. */
    actions: { bounce: act('bounced'), complain: act('complained') },
    close: outbox.close,
  };
};
