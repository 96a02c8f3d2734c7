import { setTimeout } from 'node:timers/promises';
import Stripe from 'stripe';
import * as z from 'zod';
import { type StripeObject, newId, nowInSeconds, sampleOf } from './objects.ts';
import type { EventRecord, StripeState } from './state.ts';

/** Stripe waits about this long for an answer before it counts the attempt as failed. */
const ANSWER_TIMEOUT_IN_MS = 20_000;

const RETRY_AFTER_IN_SECONDS = [1, 5, 30, 120, 600, 1800, 3600, 7200];

export const webhookFaults = z
  .strictObject({
    /** Send each event this many times, at the same moment. */
    copies: z.int().min(1).max(3),
    delayMs: z.int().min(0),
    /** Send events only when somebody resends them. */
    hold: z.boolean(),
    /** Send the events of a change one at a time, the last one first. */
    reverse: z.boolean(),
  })
  .partial();

/** An event about a change, before it has an id. */
export type EventDraft = { type: Stripe.Event.Type; object: StripeObject };

/** The first event is about the changed object. */
export type EventDrafts = [EventDraft, ...EventDraft[]];

const newRecord = ({ type, object }: EventDraft, isHeld: boolean): EventRecord => ({
  event: {
    ...sampleOf('event'),
    id: newId('evt_1'),
    api_version: Stripe.API_VERSION,
    created: nowInSeconds(),
    // A copy, since the event keeps the object as it is now.
    data: { object: structuredClone(object) },
    pending_webhooks: 1,
    type,
  },
  attempts: 0,
  lastResult: null,
  nextAttemptAtMs: isHeld ? null : Date.now(),
});

type Outbox = {
  /** The shop's address for events. */
  readonly url: string;
  readonly secret: string;
  readonly state: StripeState;
  readonly save: () => void;
  readonly faults: () => z.infer<typeof webhookFaults>;
};

/** Sends events to the shop, and sends those again that it does not answer with 2xx. */
export const openOutbox = ({ url, secret, state, save, faults }: Outbox) => {
  const closing = new AbortController();
  const inFlight = new Map<EventRecord, Promise<void>>();

  /** The status of the answer, or why there is none. */
  const post = async ({ event }: EventRecord): Promise<string> => {
    const payload = JSON.stringify(event, null, 2);
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret });
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_TIMEOUT_IN_MS)]);
    const init = { method: 'POST', headers, body: payload, redirect: 'manual', signal } as const;
    // `fetch` only says "fetch failed". The reason is in its cause.
    const answer = await fetch(url, init).catch((error: Error) => String(error.cause ?? error));
    if (typeof answer === 'string') return answer;
    await answer.body?.cancel();
    return String(answer.status);
  };

  const attempt = async (record: EventRecord): Promise<void> => {
    const { copies = 1, delayMs } = faults();
    if (delayMs) await setTimeout(delayMs);
    const results = await Promise.all(Array.from({ length: copies }, () => post(record)));
    // `close` interrupted this attempt. The next start repeats it.
    if (closing.signal.aborted) return;
    const failure = results.find((result) => !/^2\d\d$/.test(result));
    if (failure === undefined) record.event.pending_webhooks = 0;
    record.lastResult = failure ?? results.join(', ');
    const delay = failure === undefined ? undefined : RETRY_AFTER_IN_SECONDS[record.attempts];
    record.nextAttemptAtMs = delay === undefined ? null : Date.now() + delay * 1000;
    record.attempts += 1;
    save();
  };

  /** Resolves when the attempt is over, whether the shop accepted the event or not. */
  const send = (record: EventRecord, after = Promise.resolve()): Promise<void> => {
    const attempted = () => after.then(() => attempt(record));
    const sent = inFlight.get(record) ?? attempted().finally(() => void inFlight.delete(record));
    inFlight.set(record, sent);
    return sent;
  };

  return {
    send,
    /** Saves the state with the events of a change. Resolves once each was sent, unless a fault holds them. */
    publish: async (drafts: readonly EventDraft[]): Promise<void> => {
      const { hold = false, reverse = false } = faults();
      const records = drafts.map((draft) => newRecord(draft, hold));
      state.events.push(...records);
      save();
      if (hold) return;
      if (reverse) await records.reduceRight((before, one) => send(one, before), Promise.resolve());
      else await Promise.all(records.map((record) => send(record)));
    },
    /** Sends the events that are due. */
    retry: (): void => {
      for (const record of state.events) {
        const { nextAttemptAtMs: dueAtMs } = record;
        if (dueAtMs !== null && dueAtMs <= Date.now()) void send(record);
      }
    },
    /** Stops the deliveries. The next start continues them. */
    close: (): void => closing.abort(),
  };
};
