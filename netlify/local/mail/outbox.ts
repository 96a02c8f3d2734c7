import { eventBody, newEvent, signedHeaders } from './events.ts';
import type { Faults } from './faults.ts';
import type { EventRecord, Mail, Outcome, Store } from './state.ts';

const CLOCK_TICK_IN_MS = 250;
const ANSWER_TIMEOUT_IN_MS = 15_000;
const TRY_AGAIN_AFTER_IN_SECONDS = [1, 5, 30, 300];

type OutboxOptions = {
  readonly webhookUrl: string;
  readonly webhookSecret: string;
  readonly store: Store;
  readonly faults: Faults;
};
export type Outbox = ReturnType<typeof openOutbox>;

const nextTryAtMs = (tries: number): number | null => {
  const delay = TRY_AGAIN_AFTER_IN_SECONDS[tries - 1];
  return delay === undefined ? null : Date.now() + delay * 1000;
};

/** Tells the shop what became of its mails, and tries again where it does not answer 2xx. */
export const openOutbox = ({ webhookUrl, webhookSecret, store, faults }: OutboxOptions) => {
  const closing = new AbortController();
  const inFlight = new Map<EventRecord, Promise<void>>();

  const post = async (event: EventRecord, mail: Mail): Promise<Response | string> => {
    const body = eventBody(event, mail);
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_TIMEOUT_IN_MS)]);
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Svix-Webhooks/1.0',
      ...signedHeaders(webhookSecret, event.id, body),
    };
    try {
      const answer = await fetch(webhookUrl, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal,
      });
      await answer.body?.cancel();
      return answer;
    } catch {
      return 'no answer';
    }
  };

  const attempt = async (event: EventRecord): Promise<void> => {
    const mail = store.state.mails.find(({ id }) => id === event.emailId);
    const answer = mail && (await post(event, mail));
    // What closing cut short is left as it was: it goes on at the next start.
    if (answer === undefined || closing.signal.aborted) return;
    event.tries += 1;
    const isTaken = typeof answer !== 'string' && answer.ok;
    event.answer = typeof answer === 'string' ? answer : `answer ${answer.status}`;
    event.nextTryAtMs = isTaken ? null : nextTryAtMs(event.tries);
    store.save();
  };

  /** Settles when the try is over, whatever came of it. */
  const send = (event: EventRecord): Promise<void> => {
    const sent = inFlight.get(event) ?? attempt(event).finally(() => void inFlight.delete(event));
    inFlight.set(event, sent);
    return sent;
  };

  const late = () => store.state.events.filter(({ nextTryAtMs: at }) => at !== null);

  const clock = setInterval(() => {
    if (faults.get().hold) return;
    for (const event of late()) if ((event.nextTryAtMs ?? 0) <= Date.now()) void send(event);
  }, CLOCK_TICK_IN_MS);
  clock.unref();

  return {
    late,
    /** Keeps what became of a mail; the clock sends it. */
    add: (mail: Mail, outcome: Outcome): EventRecord => {
      const event = newEvent(mail, outcome);
      mail.outcome = outcome;
      store.state.events.push(event);
      store.save();
      return event;
    },
    send,
    /** Sends what was held back or waits for its next try; how many those were. */
    flush: async (): Promise<number> => {
      const events = late();
      for (const event of events) await send(event);
      return events.length;
    },
    close: () => {
      clearInterval(clock);
      closing.abort();
    },
  };
};
