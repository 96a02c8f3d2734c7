import { logError } from '../http/log.ts';
import { DAY_IN_SECONDS, HOUR_IN_SECONDS, now } from '../platform/clock.ts';
import { enqueue } from '../platform/queue.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { type PaymentEvent, isUpToDate, subjectOf } from '../stripe/events.ts';
import { listEvents } from '../stripe/lists.ts';
import { findSessionOfEvent } from './event-session.ts';
import { fulfill } from './fulfill.ts';
import { readOrder } from './store.ts';
import { readProgress, writeProgress } from './schedule-progress.ts';
import type { Order } from './order.ts';

/** Stripe gives no limit for when it lists an event, and its clock may differ from ours. */
const OVERLAP_IN_SECONDS = HOUR_IN_SECONDS;

/** Stripe lists events of the last 30 days (docs.stripe.com/api/events). */
const LISTED_FOR_SECONDS = 30 * DAY_IN_SECONDS;

/** A recorded order; null also for one that cannot be parsed, for which `fulfill` then fails alone. */
const recorded = async (sessionId: string): Promise<Order | null> =>
  readOrder(sessionId).catch((error: unknown) => {
    if (error instanceof Unavailable) throw error;
    return null;
  });

/**
 * Brings up to date each order of which Stripe reports something that the stored sale does not show, as if no webhook
 * had been missed. Reads Stripe's events since the last good run began, newest first, and continues from where a run had to
 * stop. Throws `Unavailable` if Redis or Stripe's list cannot be reached; what was read before is not lost.
 */
export const reconcile = async (hasTime: () => boolean) => {
  const progress = await readProgress();
  const at = now();
  const since = Math.max(at - LISTED_FOR_SECONDS, (progress.doneAt ?? 0) - OVERLAP_IN_SECONDS);
  const run = progress.stopped ?? { began: at, since, after: undefined };
  // `fulfilled`: the orders that were not up to date. `failed`: those that could not be read, each a job since then.
  const report = { events: 0, fulfilled: 0, failed: 0 };
  // For each order, the newest event of each subject counts: a refund may be new while a dispute is unchanged.
  const seen = new Set<string>();
  const asked = new Set<string>();

  // Several events are about one payment, and Stripe is asked for its session once.
  const found = new Map<string, Promise<string | null>>();
  const findSession = (event: PaymentEvent): Promise<string | null> => {
    const about = JSON.stringify(event.about);
    const session = found.get(about) ?? findSessionOfEvent(event);
    found.set(about, session);
    return session;
  };

  const bringUpToDate = async (sessionId: string): Promise<void> => {
    asked.add(sessionId);
    try {
      if (await fulfill(sessionId, { source: 'schedule' })) report.fulfilled += 1;
    } catch (error) {
      logError(error);
      report.failed += 1;
      await enqueue(`fulfill:${sessionId}`, at);
    }
  };

  const stopAfter = async (eventId: string) => {
    const stopped = { began: run.began, since: run.since, after: eventId };
    await writeProgress({ ...progress, stopped });
    return { ...report, isDone: false };
  };

  // An id that Stripe no longer knows must not stop the schedule forever.
  if (progress.stopped) await writeProgress({ ...progress, stopped: null });
  for await (const { events, lastId } of listEvents(run.since, run.after)) {
    const sessions = await Promise.all(events.map(findSession));
    const ids = [...new Set(sessions)].filter((id) => id !== null);
    const orders = await Promise.all(ids.map(recorded));
    for (const [index, event] of events.entries()) {
      const sessionId = sessions[index] ?? null;
      report.events += 1;
      if (sessionId === null || asked.has(sessionId)) continue;
      const subject = `${sessionId} ${subjectOf(event)}`;
      if (seen.has(subject)) continue;
      seen.add(subject);
      if (isUpToDate(orders[ids.indexOf(sessionId)] ?? null, event)) continue;
      await bringUpToDate(sessionId);
      if (!hasTime()) return stopAfter(event.id);
    }
    if (!hasTime()) return stopAfter(lastId);
  }
  await writeProgress({ doneAt: run.began, stopped: null });
  return { ...report, isDone: true };
};
