import Stripe from 'stripe';
import { shuffled, type Faults } from './faults.ts';
import { eventObject } from './objects/event.ts';
import type { EventRecord } from './state.ts';
import type { Store } from './store.ts';
import { sleep } from './sleep.ts';

/** Stripe waits about this long for an answer before it counts the attempt as failed. */
const ANSWER_TIMEOUT_IN_MS = 20_000;
const MINUTE = 60;
const RETRY_DELAYS_IN_SECONDS = [
  1,
  5,
  30,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  60 * MINUTE,
  120 * MINUTE,
];

type Delivery = EventRecord['deliveries'][number];
type OutboxOptions = { webhookUrl: string; webhookSecret: string; store: Store; faults: Faults };
export type Outbox = ReturnType<typeof openOutbox>;

const isAccepted = ({ status }: Delivery) => status !== null && status >= 200 && status < 300;

/** `fetch` only says "fetch failed"; what happened stands in its cause. */
const reason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};

const retryAtMs = (failures: number, nowMs: number) => {
  const delay = RETRY_DELAYS_IN_SECONDS[failures - 1];
  return delay === undefined ? null : nowMs + delay * 1000;
};

export const openOutbox = ({ webhookUrl, webhookSecret, store, faults }: OutboxOptions) => {
  const closing = new AbortController();
  const inFlight = new Map<string, Promise<void>>();

  const post = async (event: EventRecord): Promise<Delivery> => {
    const atMs = Date.now();
    if (faults.takeWebhookFailure()) return { atMs, status: null, error: 'failed on purpose' };
    const payload = JSON.stringify(eventObject(event), null, 2);
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

  const attempt = async (event: EventRecord) => {
    const { copies = 1, delayMs = 0 } = faults.get().webhooks ?? {};
    await sleep(delayMs, closing.signal);
    if (closing.signal.aborted) return;
    const deliveries = await Promise.all(Array.from({ length: copies }, () => post(event)));
    // An attempt that closing cut short is left as it was: it goes on at the next start.
    if (closing.signal.aborted) return;
    event.deliveries.push(...deliveries);
    if (deliveries.every(isAccepted)) {
      event.acknowledged = true;
      event.nextAttemptAtMs = null;
    } else if (!event.acknowledged) {
      event.failures += 1;
      event.nextAttemptAtMs = retryAtMs(event.failures, Date.now());
    }
    store.save();
  };

  /** Settles when the attempt is over, whatever came of it. */
  const send = (event: EventRecord): Promise<void> => {
    const running = inFlight.get(event.id);
    if (running) return running;
    const sent = attempt(event).finally(() => inFlight.delete(event.id));
    inFlight.set(event.id, sent);
    return sent;
  };

  const sendInTurn = async (events: readonly EventRecord[]) => {
    // Held until its turn comes, or the clock would send it as overdue.
    for (const event of events) event.held = true;
    for (const event of events) {
      event.held = false;
      await send(event);
    }
  };

  return {
    send,
    sendAll: async (events: readonly EventRecord[]) => {
      const ready = events.filter((event) => !event.held);
      if (faults.get().webhooks?.shuffle) await sendInTurn(shuffled(ready));
      else await Promise.all(ready.map(send));
    },
    isHolding: () => faults.get().webhooks?.hold === true,
    /** Sends what was held back, one after another. */
    flush: async () => {
      const held = store.state.events.filter((event) => event.held);
      await sendInTurn(faults.get().webhooks?.shuffle ? shuffled(held) : held);
      return held.length;
    },
    sendDue: (nowMs: number) => {
      for (const event of store.state.events) {
        const due = event.nextAttemptAtMs !== null && event.nextAttemptAtMs <= nowMs;
        if (due && !event.held) void send(event);
      }
    },
    close: () => closing.abort(),
  };
};
