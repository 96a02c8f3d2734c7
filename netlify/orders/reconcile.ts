import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { now } from '../clock.ts';
import { logError } from '../http/log.ts';
import { isNewFact } from './disputes.ts';
import { type PaymentEvent, handleNewEvent } from './events.ts';
import { type Fulfilled, fulfil } from './fulfil.ts';
import { factsOf } from './orders.ts';
import { findManyFacts, findNewEvents } from './redis-orders.ts';
import { type Page, listEvents, listSessions } from './stripe-history.ts';
import { type ListProgress, type Sweep, finish, gapOf, sweepFrom, withoutSweep } from './sweep.ts';

type List = 'sessions' | 'events';

/** How far each list has been read; the next run continues there. */
export type Progress = Readonly<Partial<Record<List, ListProgress | undefined>>>;

export type RunReport = {
  /** When the run began, in Unix seconds. */
  readonly at: number;
  /** How many were looked at. */
  readonly sessions: number;
  readonly events: number;
  /** The sessions whose orders lacked something. */
  readonly healed: readonly string[];
  /** The end of the last good run, where Stripe no longer lists what happened next; else null. */
  readonly unreadSince: number | null;
  /** How many orders, events or lists could not be brought up to date. A later run tries again. */
  readonly failed: number;
  readonly next: Progress;
};

/** An order that lacks the ledger's entry of an event, or its buyer as older orders do, has lost nothing. */
const isLoss = (name: string): boolean => !name.startsWith('event:') && name !== 'buyer';

/**
 * Brings every order up to what Stripe answers, as if no webhook had been missed. It reads sessions, since a paid order
 * may be missing, and events, since a refund, a dispute or a bank debit may concern an older session. Each list is read
 * from the last good run on, and once a day over the last 72 hours. A run continues where the one before had to stop.
 * Never throws: what fails is logged and counted, and one list's failure does not stop the other.
 */
export const reconcile = async (
  from: Progress,
  hasTimeFor: Readonly<Record<List, () => boolean>>,
): Promise<RunReport> => {
  const at = now();
  const source = 'reconciler';
  const healed = new Set<string>();
  const count = { sessions: 0, events: 0, failed: 0 };
  const next: Partial<Record<List, ListProgress>> = {};
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
    if (done?.added.some(isLoss)) healed.add(done.order.sessionId);
  };

  const lacks = (session: CheckoutSession, recorded: Record<string, string> = {}): boolean =>
    Object.keys(factsOf(session, { source, at }) ?? {}).some((name) => isNewFact(recorded, name));

  // Each page heals at least one, however little time there is: a slow Stripe must not stop the run for good.
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
    const fresh = await findNewEvents(page.map(({ id }) => id));
    for (const event of page) {
      count.events += 1;
      if (!fresh.has(event.id)) continue;
      await attempt(heal(handleNewEvent(event, source)));
      if (!hasTimeFor.events()) return false;
    }
    return true;
  };

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
    // Kept if this list throws: an id that Stripe does not know, of another mode say, must not stop it for good.
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
  return { at, ...count, healed: [...healed], unreadSince, next };
};
