import { catalogue } from '../catalogue.ts';
import { now } from '../clock.ts';
import type { Failure } from '../current-request.ts';
import { readFailures } from '../admin/health/redis-notes.ts';
import { logError } from '../http/log.ts';
import { dayOf } from '../orders/days.ts';
import type { RunReport } from '../orders/reconcile.ts';
import { findSums } from '../orders/redis-sums.ts';
import { ALL_TIME, REPORTED, addUp } from '../orders/sales.ts';
import {
  type OwnerAlert,
  dayAlert,
  gapAlert,
  healedAlert,
  outageAlert,
  unreadAlert,
} from './alert-words.ts';
import { dueAlerts, isQueued, queueAlert, sendAlerts } from './owner-alerts.ts';
import { alertsOfDays, ownerAddress } from './settings.ts';

/** More alerts than a run has time for. */
const MOST = 100;

/** How far back a run looks for failures, and how long a service must have failed by then. */
const LOOKED_AT_SECONDS = 30 * 60;
const OUTAGE_SECONDS = 10 * 60;

/** The reconciler runs every ten minutes, but not to the second. */
const JITTER_SECONDS = 30;

/** Services that kept failing, and for how many minutes. Failures while Redis is down are not noted. */
const outagesIn = (
  failures: readonly Failure[],
  at: number,
): [service: string, minutes: number][] => {
  const times = new Map<string, number[]>();
  for (const { at: time, error } of failures) {
    const { service } = error;
    if (!service || at - time > LOOKED_AT_SECONDS) continue;
    times.set(service, [...(times.get(service) ?? []), time]);
  }
  return [...times].flatMap(([service, all]): [string, number][] => {
    const seconds = Math.max(...all) - Math.min(...all);
    return seconds >= OUTAGE_SECONDS - JITTER_SECONDS ? [[service, Math.round(seconds / 60)]] : [];
  });
};

/** The gap since the last run in minutes; 0 for none. A single missing run counts as a delay. */
const gapBefore = (at: number, lastAt: number | null): number => {
  const seconds = lastAt === null ? 0 : at - lastAt;
  return seconds > 2 * OUTAGE_SECONDS + JITTER_SECONDS ? Math.round(seconds / 60) : 0;
};

/** Queues what was sold since the last daily email, in the first run of a day. */
const queueDay = async (today: string): Promise<void> => {
  const key = `day/${today}`;
  if (!alertsOfDays() || (await isQueued(key))) return;
  const [all = new Map(), known = new Map()] = await findSums([ALL_TIME, REPORTED]);
  const since = known.size > 0 ? 'since your last daily email' : 'so far';
  await queueAlert(key, dayAlert(key, addUp([all, known]), since), all);
};

/**
 * Sends the owner the alerts that follow from a reconciler run: what it healed or could not read, services that failed
 * for long, and the day's sales; then all other alerts that are due. `lastAt` is when the run before it began. Never
 * throws.
 */
export const alertOwnerOfRun = async (
  { healed, unreadSince }: Pick<RunReport, 'healed' | 'unreadSince'>,
  lastAt: number | null,
  hasTime: () => boolean,
): Promise<void> => {
  if (ownerAddress() === null) return;
  const at = now();
  const today = dayOf(at, catalogue.time_zone);
  try {
    const sessions = Object.keys(healed);
    const alerts: OwnerAlert[] = sessions.length > 0 ? [healedAlert(today, sessions)] : [];
    if (unreadSince !== null) alerts.push(unreadAlert(unreadSince));
    for (const [service, minutes] of outagesIn(await readFailures(), at)) {
      alerts.push(outageAlert(today, service, minutes));
    }
    const gap = gapBefore(at, lastAt);
    if (gap > 0) alerts.push(gapAlert(today, gap));
    for (const alert of alerts) await queueAlert(alert.key, alert);
    await queueDay(today);
  } catch (error) {
    logError(error);
  }
  await sendAlerts(dueAlerts(MOST), hasTime);
};
