import { logError } from '../http/log.ts';
import { DAY_IN_SECONDS, HOUR_IN_SECONDS, now } from '../platform/clock.ts';
import { enqueue } from '../platform/queue.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { type PaymentEvent, hasReportedStatus, subjectOf } from '../stripe/events.ts';
import { listEvents } from '../stripe/lists.ts';
import { findSessionOfEvent } from './event-session.ts';
import { fulfill } from './fulfill.ts';
import type { Order } from './order.ts';
import { readProgress, writeProgress } from './schedule-progress.ts';
import { readOrder } from './store.ts';

/** Stripe may list an event late, and its clock may differ from ours. */
const OVERLAP_IN_SECONDS = HOUR_IN_SECONDS;

/** Stripe lists events of the last 30 days (docs.stripe.com/api/events). */
const LISTED_FOR_SECONDS = 30 * DAY_IN_SECONDS;

/** Several events may be about the same payment, which is looked up once. */
const createSessionFinder = () => {
  const sessions = new Map<string, Promise<string | null>>();
  return (event: PaymentEvent): Promise<string | null> => {
    const key = JSON.stringify(event.about);
    const session = sessions.get(key) ?? findSessionOfEvent(event);
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
  at: number,
): Promise<'fulfilled' | 'not_bought' | 'failed'> => {
  try {
    const fulfilled = await fulfill(sessionId, { source: 'schedule' });
    return fulfilled ? 'fulfilled' : 'not_bought';
  } catch (error) {
    logError(error);
    await enqueue(`fulfill:${sessionId}`, at);
    return 'failed';
  }
};

type ReconcileReport = {
  events: number;
  fulfilled: number;
  /** Each has a job now. */
  failed: number;
  isDone: boolean;
};

/** Fulfills each order that lacks an event, as after a missed webhook. Throws `Unavailable`. */
export const reconcile = async (hasTime: () => boolean): Promise<ReconcileReport> => {
  const progress = await readProgress();
  const startedAt = now();
  const since = Math.max(
    startedAt - LISTED_FOR_SECONDS,
    (progress.doneAt ?? 0) - OVERLAP_IN_SECONDS,
  );
  const run = progress.stopped ?? { began: startedAt, since, after: undefined };
  const report: ReconcileReport = { events: 0, fulfilled: 0, failed: 0, isDone: false };
  const findSession = createSessionFinder();
  const seenSubjects = new Set<string>();
  const processedSessions = new Set<string>();

  const stopAfter = async (eventId: string): Promise<ReconcileReport> => {
    const stopped = { began: run.began, since: run.since, after: eventId };
    await writeProgress({ ...progress, stopped });
    return report;
  };

  // An event id that Stripe no longer knows must not stop every later run.
  if (progress.stopped) await writeProgress({ ...progress, stopped: null });

  for await (const { events, lastId } of listEvents(run.since, run.after)) {
    const sessions = await Promise.all(events.map(findSession));
    const orders = await readRecordedOrders(sessions.filter((id) => id !== null));
    for (const [index, event] of events.entries()) {
      report.events += 1;
      const sessionId = sessions[index] ?? null;
      if (sessionId === null || processedSessions.has(sessionId)) continue;

      // A refund may be new while a dispute is unchanged.
      const subject = `${sessionId} ${subjectOf(event)}`;
      if (seenSubjects.has(subject)) continue;
      seenSubjects.add(subject);

      if (hasReportedStatus(orders.get(sessionId) ?? null, event)) continue;
      processedSessions.add(sessionId);
      const outcome = await fulfillOrEnqueue(sessionId, startedAt);
      if (outcome === 'fulfilled') report.fulfilled += 1;
      if (outcome === 'failed') report.failed += 1;
      if (!hasTime()) return stopAfter(event.id);
    }
    if (!hasTime()) return stopAfter(lastId);
  }
  await writeProgress({ doneAt: run.began, stopped: null });
  return { ...report, isDone: true };
};
