import { type WebhookFaults, pause } from '../kit/faults.ts';
import type { Delivery, EventRecord, Sending } from './state.ts';

const CLOCK_TICK_IN_MS = 250;

/** Stripe waits about this long for an answer before it counts the attempt as failed. */
const ANSWER_TIMEOUT_IN_MS = 20_000;

export const newSending = (held: boolean): Sending => ({
  held,
  failures: 0,
  nextAttemptAtMs: Date.now(),
  deliveries: [],
});

type OutboxOptions = {
  readonly url: string;
  readonly events: () => readonly EventRecord[];
  /** The request for an event, signed now. */
  readonly write: (
    event: EventRecord,
  ) => Promise<{ headers: Record<string, string>; body: string }>;
  readonly retryAfterInSeconds: readonly number[];
  readonly faults: () => WebhookFaults;
  readonly accepted: (event: EventRecord) => void;
  readonly save: () => void;
  /** Runs at each tick of the outbox's clock, before due events are sent. */
  readonly tick: () => void;
};

const isAccepted = ({ status }: Delivery) => status !== null && status >= 200 && status < 300;

/** `fetch` only says "fetch failed". The reason is in its cause. */
const reason = (error: unknown): string =>
  String(error instanceof Error ? (error.cause ?? error) : error);

/** The items in random order, which always differs where there are two or more. */
const shuffled = <Item>(items: readonly Item[]): Item[] => {
  const drawn = items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
  return drawn.every((item, index) => item === items[index]) ? drawn.toReversed() : drawn;
};

/** Sends events to the shop, and sends those again that it does not answer with 2xx. */
export const openOutbox = (options: OutboxOptions) => {
  const closing = new AbortController();
  const inFlight = new Map<EventRecord, Promise<void>>();
  // The fault that held these events ended with the last process.
  for (const event of options.events()) event.held = false;

  const post = async (event: EventRecord): Promise<Delivery> => {
    const atMs = Date.now();
    try {
      const answer = await fetch(options.url, {
        method: 'POST',
        ...(await options.write(event)),
        redirect: 'manual',
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_TIMEOUT_IN_MS)]),
      });
      await answer.body?.cancel();
      return { atMs, status: answer.status, error: null };
    } catch (error) {
      return { atMs, status: null, error: reason(error) };
    }
  };

  const attempt = async (event: EventRecord): Promise<void> => {
    const { copies = 1, delayMs } = options.faults();
    await pause(delayMs);
    if (closing.signal.aborted) return;
    const deliveries = await Promise.all(Array.from({ length: copies }, () => post(event)));
    // `close` interrupted this attempt. The next start repeats it.
    if (closing.signal.aborted) return;
    event.deliveries.push(...deliveries);
    if (deliveries.every(isAccepted)) {
      event.nextAttemptAtMs = null;
      options.accepted(event);
    } else if (event.nextAttemptAtMs !== null) {
      const delay = options.retryAfterInSeconds[event.failures];
      event.failures += 1;
      event.nextAttemptAtMs = delay === undefined ? null : Date.now() + delay * 1000;
    }
    options.save();
  };

  /** Resolves when the attempt is over, whether the shop accepted the event or not. */
  const send = (event: EventRecord): Promise<void> => {
    event.held = false;
    const sent = inFlight.get(event) ?? attempt(event).finally(() => void inFlight.delete(event));
    inFlight.set(event, sent);
    return sent;
  };

  const sendInTurn = async (events: readonly EventRecord[]): Promise<void> => {
    // Each is held until its turn, or `retry` would send it as overdue.
    for (const event of events) event.held = true;
    for (const event of options.faults().shuffle ? shuffled(events) : events) await send(event);
  };

  /** The events that are held or wait for their next attempt. */
  const undelivered = () =>
    options.events().filter(({ nextAttemptAtMs }) => nextAttemptAtMs !== null);

  const retry = (): void => {
    options.tick();
    const nowMs = Date.now();
    for (const event of undelivered()) {
      if (!event.held && (event.nextAttemptAtMs ?? 0) <= nowMs) void send(event);
    }
  };
  const clock = setInterval(retry, CLOCK_TICK_IN_MS);
  clock.unref();

  return {
    send,
    /** Sends the events that are not held. */
    sendAll: async (events: readonly EventRecord[]): Promise<void> => {
      const ready = events.filter(({ held }) => !held);
      if (options.faults().shuffle) await sendInTurn(ready);
      else await Promise.all(ready.map(send));
    },
    /** Stops the clock and the deliveries. The next start continues them. */
    close: (): void => {
      clearInterval(clock);
      closing.abort();
    },
  };
};
