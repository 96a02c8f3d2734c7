import { setTimeout } from 'node:timers/promises';
import Stripe from 'stripe';
import * as z from 'zod';
import { type EventDraft, createEvent } from './events.ts';
import type { StripeEvent } from './objects.ts';
import type { EventRecord, StripeState } from './state.ts';

/** Stripe waits about this long for a response before it counts the attempt as failed. */
const RESPONSE_TIMEOUT_IN_MS = 20_000;

const RETRY_DELAYS_IN_SECONDS = [1, 5, 30, 120, 600, 1800, 3600, 7200];

export const webhookFaultsSchema = z
  .strictObject({
    copies: z.int().min(1).max(3),
    delayMs: z.int().min(0),
    /** Send each event only in response to the control action `resend`. */
    hold: z.boolean(),
    /** Send the events of a change one at a time, the last one first. */
    reverse: z.boolean(),
  })
  .partial();

type WebhookOptions = {
  readonly url: string;
  readonly secret: string;
  readonly state: StripeState;
  readonly save: () => void;
  readonly getFaults: () => z.infer<typeof webhookFaultsSchema>;
};

/** Delivers events to the shop. Retries a delivery several times if the response is not 2xx. */
export const createWebhookDelivery = ({ url, secret, state, save, getFaults }: WebhookOptions) => {
  const closing = new AbortController();
  const inFlight = new Map<EventRecord, Promise<void>>();

  const post = async (event: StripeEvent): Promise<string> => {
    const payload = JSON.stringify(event, null, 2);
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({ payload, secret });
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(RESPONSE_TIMEOUT_IN_MS)]),
      });
      await response.body?.cancel();
      return String(response.status);
    } catch (error) {
      // The message is only "fetch failed". The cause contains the reason.
      const cause = error instanceof Error ? error.cause : undefined;
      return String(cause ?? error);
    }
  };

  const attempt = async (record: EventRecord): Promise<void> => {
    const { copies: sendCount = 1, delayMs } = getFaults();
    if (delayMs) await setTimeout(delayMs);
    const results = await Promise.all(Array.from({ length: sendCount }, () => post(record.event)));
    // `close` interrupted this attempt, which is repeated after the next start.
    if (closing.signal.aborted) return;
    const failure = results.find((result) => !/^2\d\d$/.test(result));
    if (failure === undefined) {
      record.event.pending_webhooks = 0;
      record.lastResult = results.join(', ');
      record.nextAttemptAtMs = null;
    } else {
      const delayInSeconds = RETRY_DELAYS_IN_SECONDS[record.attempts];
      record.lastResult = failure;
      record.nextAttemptAtMs =
        delayInSeconds === undefined ? null : Date.now() + delayInSeconds * 1000;
    }
    record.attempts += 1;
    save();
  };

  /** Resolves after the attempt, even if the shop did not accept the event. */
  const deliver = (record: EventRecord, previous = Promise.resolve()): Promise<void> => {
    const running = inFlight.get(record);
    if (running) return running;
    const delivery = previous
      .then(() => attempt(record))
      .finally(() => void inFlight.delete(record));
    inFlight.set(record, delivery);
    return delivery;
  };

  return {
    deliver,
    /**
     * Saves and delivers the events of a change. Resolves after the first attempt to deliver each
     * event.
     */
    publish: async (drafts: readonly EventDraft[]): Promise<void> => {
      const { hold = false, reverse = false } = getFaults();
      const records = drafts.map((draft): EventRecord => ({
        event: createEvent(draft),
        attempts: 0,
        lastResult: null,
        nextAttemptAtMs: hold ? null : Date.now(),
      }));
      state.events.push(...records);
      save();
      if (hold) return;
      if (!reverse) {
        await Promise.all(records.map((record) => deliver(record)));
        return;
      }
      // From here on, all events are in flight, so `deliverDue` cannot change their order.
      let previous = Promise.resolve();
      for (const record of records.toReversed()) previous = deliver(record, previous);
      await previous;
    },
    deliverDue: (): void => {
      for (const record of state.events) {
        const { nextAttemptAtMs } = record;
        if (nextAttemptAtMs !== null && nextAttemptAtMs <= Date.now()) void deliver(record);
      }
    },
    close: (): void => closing.abort(),
  };
};
