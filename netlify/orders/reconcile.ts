import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { now } from '../clock.ts';
import { logError } from '../http/log.ts';
import { isNews } from './disputes.ts';
import { type PaymentEvent, handleNewEvent } from './events.ts';
import { type Fulfilled, fulfil } from './fulfil.ts';
import { factsOf } from './orders.ts';
import { findManyFacts, findNewEvents } from './redis-orders.ts';
import { type Page, listEvents, listSessions } from './stripe-history.ts';
import { type Progress, type Sweep, finish, gapOf, sweepFrom, withoutSweep } from './sweep.ts';

type List = 'sessions' | 'events';

/** What a run leaves to the next. */
export type Memory = Readonly<Partial<Record<List, Progress | undefined>>>;

/** What one run found. */
export type Reconciliation = {
  /** Unix time in seconds. */
  readonly at: number;
  /** How many were looked at. */
  readonly sessions: number;
  readonly events: number;
  /** Orders that lacked something, by session, and what they lacked. */
  readonly healed: Readonly<Record<string, readonly string[]>>;
  /** Since when Stripe was not read, where it lists no more what happened next; else null. */
  readonly unreadSince: number | null;
  /** Orders, events or lists that could not be brought up to date; a later run tries again. */
  readonly failed: number;
  readonly next: Memory;
};

/** What is told of a run of the reconciler. */
export type Run = Pick<Reconciliation, 'at' | 'sessions' | 'events' | 'failed'> & {
  /** The sessions whose orders lacked something. */
  readonly healed: readonly string[];
};

/**
 * An event in the ledger is no fact about the order: one that was late is not one that was lost. By what its
 * buyer finds it is none either, and older orders have none.
 */
const isFact = (name: string): boolean => !name.startsWith('event:') && name !== 'buyer';

/**
 * Brings every order up to what Stripe says, as if each webhook had come: the sessions, where a paid order could be
 * missing, and the events, since a refund, a dispute or a bank debit may concern a session that is older. Of each list
 * what is new since the last good run is asked for, and once a day the last 72 hours. It goes on where the run before
 * had to stop, and one that cannot be read does not keep the other from being read. Nothing is thrown: what failed is
 * told and counted.
 */
export const reconcile = async (
  from: Memory,
  hasTimeFor: Readonly<Record<List, () => boolean>>,
): Promise<Reconciliation> => {
  const at = now();
  const source = 'reconciler';
  const healed: Record<string, string[]> = {};
  const count = { sessions: 0, events: 0, failed: 0 };
  const next: Partial<Record<List, Progress>> = {};
  let unreadSince: number | null = null;

  const attempt = async (work: Promise<unknown>): Promise<void> => {
    try {
      await work;
    } catch (error) {
      count.failed += 1;
      logError(error);
    }
  };

  const heal = async (work: Promise<Fulfilled | null>): Promise<void> => {
    const done = await work;
    const facts = done?.added.filter(isFact) ?? [];
    if (done && facts.length > 0) (healed[done.order.sessionId] ??= []).push(...facts);
  };

  const lacks = (session: CheckoutSession, recorded: Record<string, string> = {}): boolean =>
    Object.keys(factsOf(session, { source, at }) ?? {}).some((name) => isNews(recorded, name));

  const healSessions = async (page: readonly CheckoutSession[]): Promise<boolean> => {
    const recorded = await findManyFacts(page.map(({ id }) => id));
    for (const [index, session] of page.entries()) {
      count.sessions += 1;
      if (!lacks(session, recorded[index])) continue;
      await attempt(heal(fulfil(session, { source, at })));
      if (!hasTimeFor.sessions()) return false;
    }
    return true;
  };

  const healEvents = async (page: readonly PaymentEvent[]): Promise<boolean> => {
    const news = await findNewEvents(page.map(({ id }) => id));
    for (const event of page) {
      count.events += 1;
      if (!news.has(event.id)) continue;
      await attempt(heal(handleNewEvent(event, source)));
      if (!hasTimeFor.events()) return false;
    }
    return true;
  };

  /** However little time there is, something is healed: else a slow Stripe would stop it for good. */
  const readList = async <Item>(
    list: List,
    pages: (since: number, after: string | undefined) => AsyncIterable<Page<Item>>,
    healPage: (page: readonly Item[]) => Promise<boolean>,
  ): Promise<void> => {
    const progress = from[list] ?? {};
    const sweep = sweepFrom(progress, at);
    unreadSince ??= gapOf(progress, sweep);
    const failedBefore = count.failed;
    const sweepAt = (after: string | undefined): Sweep => ({
      ...sweep,
      after,
      hasFailed: sweep.hasFailed || count.failed > failedBefore,
    });
    // A place that Stripe does not know, of another mode say, must not stop the list for good.
    next[list] = withoutSweep(progress);
    let { after } = sweep;
    for await (const { items, lastId } of pages(sweep.since, after)) {
      const isRead = await healPage(items);
      if (isRead) after = lastId;
      if (!isRead || !hasTimeFor[list]()) {
        next[list] = { ...progress, sweep: sweepAt(after) };
        return;
      }
    }
    next[list] = finish(progress, sweepAt(after));
  };

  await attempt(readList('sessions', listSessions, healSessions));
  await attempt(readList('events', listEvents, healEvents));
  return { at, ...count, healed, unreadSince, next };
};
