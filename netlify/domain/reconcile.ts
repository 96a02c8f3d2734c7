import type { CheckoutSession } from './checkout.ts';
import { type EventPorts, type PaymentEvent, handleNewEvent } from './events.ts';
import { type Fulfilled, type OrderStore, keep } from './fulfil.ts';
import { factsOf } from './orders.ts';

export const LOOK_BACK_IN_SECONDS = 72 * 3600;

export type ReconcilePorts = EventPorts & {
  readonly orders: OrderStore & {
    /** The facts of each session, in the order of the ids. */
    findMany: (sessionIds: readonly string[]) => Promise<readonly Record<string, string>[]>;
  };
  /** What Stripe remembers, newest first, a page at a time; `since` in Unix seconds. */
  readonly history: {
    /** The sessions of this shop that a buyer has completed. */
    sessionsSince: (since: number) => AsyncIterable<readonly CheckoutSession[]>;
    eventsSince: (since: number) => AsyncIterable<readonly PaymentEvent[]>;
  };
  /** Told of a session or event that could not be brought up to date; the others go on. */
  readonly onFailed: (error: unknown) => void;
};

/** What one run found. */
export type Reconciliation = {
  /** Unix time in seconds. */
  readonly at: number;
  readonly sessions: number;
  readonly events: number;
  /** Orders that lacked something, by session, and what they lacked. */
  readonly healed: Readonly<Record<string, readonly string[]>>;
  /** Sessions and events that could not be brought up to date; the next run tries again. */
  readonly failed: number;
  /** false where the time was up before the end of the list. */
  readonly finished: boolean;
};

/** An event in the ledger is no fact about the order: one that was late is not one that was lost. */
const isFact = (name: string): boolean => !name.startsWith('event:');

/**
 * Brings every order of the last 72 hours up to what Stripe says, as if each webhook had come: first
 * the sessions, where a paid order could be missing, then the events, since a refund, a dispute or a
 * bank debit may concern a session that is older. Throws when Stripe's
 * lists or the orders cannot be read at all; what was healed before is kept.
 */
export const reconcile = async (
  ports: ReconcilePorts,
  hasTime: () => boolean,
): Promise<Reconciliation> => {
  const at = ports.now();
  const road = 'reconciler';
  const since = at - LOOK_BACK_IN_SECONDS;
  const healed: Record<string, string[]> = {};
  const count = { sessions: 0, events: 0, failed: 0 };

  const attempt = async (heal: Promise<Fulfilled | null>): Promise<void> => {
    try {
      const done = await heal;
      const facts = done?.added.filter(isFact) ?? [];
      if (done && facts.length > 0) (healed[done.order.sessionId] ??= []).push(...facts);
    } catch (error) {
      count.failed += 1;
      ports.onFailed(error);
    }
  };

  const lacks = (session: CheckoutSession, recorded: Record<string, string> = {}): boolean =>
    Object.keys(factsOf(session, { road, at }) ?? {}).some((name) => !(name in recorded));

  const healSessions = async (): Promise<boolean> => {
    for await (const page of ports.history.sessionsSince(since)) {
      const recorded = await ports.orders.findMany(page.map(({ id }) => id));
      for (const [index, session] of page.entries()) {
        if (!hasTime()) return false;
        count.sessions += 1;
        if (lacks(session, recorded[index])) await attempt(keep(ports, session, { road }));
      }
    }
    return true;
  };

  const healEvents = async (): Promise<boolean> => {
    for await (const page of ports.history.eventsSince(since)) {
      const news = await ports.ledger.findNew(page.map(({ id }) => id));
      for (const event of page) {
        if (!hasTime()) return false;
        count.events += 1;
        if (news.has(event.id)) await attempt(handleNewEvent(ports, event, road));
      }
    }
    return true;
  };

  const finished = (await healSessions()) && (await healEvents());
  return { at, ...count, healed, finished };
};
