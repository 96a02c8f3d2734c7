import { logError } from '../http/log.ts';
import { DAY_IN_SECONDS, HOUR_IN_SECONDS, now } from '../platform/clock.ts';
import { type Job, enqueue } from '../platform/queue.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { NO_RETRY } from '../stripe/client.ts';
import { type PaymentEvent, settlementIn, showsReport, subjectOf } from '../stripe/events.ts';
import { listEvents } from '../stripe/lists.ts';
import { findSession } from './event-session.ts';
import { fulfill } from './fulfill.ts';
import type { Order } from './order.ts';
import { readProgress, writeProgress } from './schedule-progress.ts';
import { readOrder } from './store.ts';

/** Stripe may list an event late, and its clock may differ from ours. */
const OVERLAP_IN_SECONDS = HOUR_IN_SECONDS;

/** Stripe lists events from the last 30 days (docs.stripe.com/api/events). */
const LISTED_FOR_SECONDS = 30 * DAY_IN_SECONDS;

/**
 * Stripe limits the calls per second (docs.stripe.com/rate-limits). Another shop on the same Stripe
 * account may have many refunds, and each one needs a lookup.
 */
const EVENTS_AT_A_TIME = 3;

/**
 * Longer than a run, so that the job does not become due during this one. The next run handles the
 * event again before it runs the job. That is safer: a job does not include the event, so it would
 * accept a stale response.
 */
const RETRY_AFTER_SECONDS = 60;

const fulfillJob = ({ about }: PaymentEvent): Job =>
  `fulfill:${'session' in about ? about.session : about.payment}`;

/**
 * Looks up each payment once, even if several events are about it. A failed lookup becomes a job,
 * so that it does not stop the other events.
 */
const createSessionFinder = (at: number) => {
  const sessions = new Map<string, Promise<string | null>>();

  const findOrEnqueue = async (event: PaymentEvent): Promise<string | null> => {
    try {
      return await findSession(event.about, NO_RETRY);
    } catch (error) {
      logError(error);
      await enqueue(fulfillJob(event), at + RETRY_AFTER_SECONDS);
      return null;
    }
  };

  return (event: PaymentEvent): Promise<string | null> => {
    const key = fulfillJob(event);
    const session = sessions.get(key) ?? findOrEnqueue(event);
    sessions.set(key, session);
    return session;
  };
};

/** An unreadable order must not stop the others. */
const readRecordedOrder = async (sessionId: string): Promise<Order | null> => {
  try {
    return await readOrder(sessionId);
  } catch (error) {
    if (error instanceof Unavailable) throw error;
    return null;
  }
};

const readRecordedOrders = async (
  sessionIds: readonly string[],
): Promise<ReadonlyMap<string, Order | null>> => {
  const uniqueIds = [...new Set(sessionIds)];
  const orders = await Promise.all(uniqueIds.map(readRecordedOrder));
  return new Map(uniqueIds.map((id, index) => [id, orders[index] ?? null]));
};

const fulfillOrEnqueue = async (
  sessionId: string,
  event: PaymentEvent,
  settledAt: number | null | undefined,
  at: number,
): Promise<'fulfilled' | 'not_bought' | 'failed'> => {
  try {
    const fulfilled = await fulfill(sessionId, { source: 'schedule', event, settledAt });
    return fulfilled ? 'fulfilled' : 'not_bought';
  } catch (error) {
    logError(error);
    await enqueue(`fulfill:${sessionId}`, at + RETRY_AFTER_SECONDS);
    return 'failed';
  }
};

type ReconcileReport = {
  events: number;
  fulfilled: number;
  /** How many orders could not be fulfilled and were enqueued as jobs. */
  failed: number;
  isDone: boolean;
};

/**
 * An order that was recorded on the buyer's return may lack the time when its bank debit succeeded.
 */
const hasSettlement = ({ settledAt }: Order, event: PaymentEvent): boolean =>
  settledAt !== null || typeof settlementIn(event) !== 'number';

/**
 * The returned function selects the events that are not yet reflected in their orders. Pass it the
 * events newest first: only the first event about each subject counts, and each order is selected
 * only once.
 */
const createSelection = () => {
  const seenSubjects = new Set<string>();
  const selectedSessions = new Set<string>();
  return (event: PaymentEvent, sessionId: string, order: Order | null): boolean => {
    if (selectedSessions.has(sessionId)) return false;
    // The same order may have a new refund and an unchanged dispute.
    const subject = `${sessionId} ${subjectOf(event)}`;
    if (seenSubjects.has(subject)) return false;
    seenSubjects.add(subject);
    if (order !== null && showsReport(order, event) && hasSettlement(order, event)) return false;
    selectedSessions.add(sessionId);
    return true;
  };
};

/**
 * Searches all of the session's events: the selected one may be a later event, such as a refund.
 */
const findSettlement = (
  events: readonly PaymentEvent[],
  sessionId: string,
): number | null | undefined => {
  const ofSession = events.filter(({ about }) => 'session' in about && about.session === sessionId);
  return ofSession.map(settlementIn).find((settledAt) => settledAt !== undefined);
};

function* groupsOf<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/**
 * Fulfills each order that does not yet reflect an event, for example after a missed webhook.
 * Throws `Unavailable`.
 */
export const reconcile = async (hasTime: () => boolean): Promise<ReconcileReport> => {
  const progress = await readProgress();
  const startedAt = now();
  const since = Math.max(
    startedAt - LISTED_FOR_SECONDS,
    (progress.doneAt ?? 0) - OVERLAP_IN_SECONDS,
  );
  const run = progress.stopped ?? { began: startedAt, since, after: undefined };
  const report: ReconcileReport = { events: 0, fulfilled: 0, failed: 0, isDone: false };
  const findSessionOnce = createSessionFinder(startedAt);
  const isSelected = createSelection();

  const stopAfter = async (eventId: string): Promise<ReconcileReport> => {
    const stopped = { began: run.began, since: run.since, after: eventId };
    await writeProgress({ ...progress, stopped });
    return report;
  };

  // Clears the saved position first. If Stripe no longer has the event at that position, this run
  // fails, but later runs do not.
  if (progress.stopped) await writeProgress({ ...progress, stopped: null });

  for await (const { events, lastId } of listEvents(run.since, run.after)) {
    for (const group of groupsOf(events, EVENTS_AT_A_TIME)) {
      const sessions = await Promise.all(group.map(findSessionOnce));
      const orders = await readRecordedOrders(sessions.filter((id) => id !== null));
      for (const [index, event] of group.entries()) {
        report.events += 1;
        const sessionId = sessions[index] ?? null;
        const order = orders.get(sessionId ?? '') ?? null;
        if (sessionId !== null && isSelected(event, sessionId, order)) {
          const settledAt = findSettlement(events, sessionId);
          const outcome = await fulfillOrEnqueue(sessionId, event, settledAt, startedAt);
          if (outcome === 'fulfilled') report.fulfilled += 1;
          if (outcome === 'failed') report.failed += 1;
        }
        if (!hasTime()) return stopAfter(event.id);
      }
    }
    if (!hasTime()) return stopAfter(lastId);
  }
  await writeProgress({ doneAt: run.began, stopped: null });
  return { ...report, isDone: true };
};
