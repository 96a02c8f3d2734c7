import { setTimeout } from 'node:timers/promises';
import Stripe from 'stripe';
import type { Delivery, EventRecord } from '../state.ts';
import type { Store } from '../store.ts';
import { shuffled, type Faults } from './faults.ts';

/** Stripe waits about this long for an answer before it counts the attempt as failed. */
const ANSWER_TIMEOUT_IN_MS = 20_000;
const RETRY_DELAYS_IN_SECONDS = [1, 5, 30, 120, 600, 1800, 3600, 7200];

type OutboxOptions = { webhookUrl: string; webhookSecret: string; store: Store; faults: Faults };
export type Outbox = ReturnType<typeof openOutbox>;

const isAccepted = ({ status }: Delivery) => status !== null && status >= 200 && status < 300;

/** `fetch` only says "fetch failed"; what happened stands in its cause. */
const reason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};

const retryAtMs = (failures: number) => {
  const delay = RETRY_DELAYS_IN_SECONDS[failures - 1];
  return delay === undefined ? null : Date.now() + delay * 1000;
};

export const openOutbox = ({ webhookUrl, webhookSecret, store, faults }: OutboxOptions) => {
  const closing = new AbortController();
  const inFlight = new Map<string, Promise<void>>();

  const post = async ({ event }: EventRecord): Promise<Delivery> => {
    const atMs = Date.now();
    if (faults.takeWebhookFailure()) return { atMs, status: null, error: 'failed on purpose' };
    const payload = JSON.stringify(event, null, 2);
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
      payload,
      secret: webhookSecret,
    });
    try {
      const answer = await fetch(webhookUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signature,
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_TIMEOUT_IN_MS)]),
      });
      await answer.body?.cancel();
      return { atMs, status: answer.status, error: null };
    } catch (error) {
      return { atMs, status: null, error: reason(error) };
    }
  };

  const attempt = async (record: EventRecord) => {
    const { copies = 1, delayMs = 0 } = faults.get().webhooks ?? {};
    if (delayMs > 0) {
      const options = { ref: false, signal: closing.signal };
      await setTimeout(delayMs, undefined, options).catch(() => {});
    }
    if (closing.signal.aborted) return;
    const deliveries = await Promise.all(Array.from({ length: copies }, () => post(record)));
    // An attempt that closing cut short is left as it was: it goes on at the next start.
    if (closing.signal.aborted) return;
    record.deliveries.push(...deliveries);
    if (deliveries.every(isAccepted)) {
      record.event.pending_webhooks = 0;
      record.nextAttemptAtMs = null;
    } else if (record.event.pending_webhooks > 0) {
      record.failures += 1;
      record.nextAttemptAtMs = retryAtMs(record.failures);
    }
    store.save();
  };

  /** Settles when the attempt is over, whatever came of it. */
  const send = (record: EventRecord): Promise<void> => {
    const { id } = record.event;
    const running = inFlight.get(id);
    if (running) return running;
    const sent = attempt(record).finally(() => inFlight.delete(id));
    inFlight.set(id, sent);
    return sent;
  };

  const sendInTurn = async (records: readonly EventRecord[]) => {
    // Held until its turn comes, or the clock would send it as overdue.
    for (const record of records) record.held = true;
    for (const record of records) {
      record.held = false;
      await send(record);
    }
  };

  return {
    send,
    sendAll: async (records: readonly EventRecord[]) => {
      const ready = records.filter(({ held }) => !held);
      if (faults.get().webhooks?.shuffle) await sendInTurn(shuffled(ready));
      else await Promise.all(ready.map(send));
    },
    isHolding: () => faults.get().webhooks?.hold === true,
    /** Sends what was held back, one after another. */
    flush: async () => {
      const held = store.state.events.filter((record) => record.held);
      await sendInTurn(faults.get().webhooks?.shuffle ? shuffled(held) : held);
      return held.length;
    },
    /** Sends what has failed before and is to be tried again by now. */
    retry: () => {
      const nowMs = Date.now();
      for (const record of store.state.events) {
        const { nextAttemptAtMs, held } = record;
        if (nextAttemptAtMs !== null && nextAttemptAtMs <= nowMs && !held) void send(record);
      }
    },
    close: () => closing.abort(),
  };
};
