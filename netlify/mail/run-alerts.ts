import { catalogue } from '../catalogue.ts';
import { now } from '../clock.ts';
import type { Failure } from '../current-request.ts';
import { readFailures } from '../admin/health/redis-notes.ts';
import { logError } from '../http/log.ts';
import { dayOf } from '../orders/days.ts';
import type { Reconciliation } from '../orders/reconcile.ts';
import { findSums } from '../orders/redis-sums.ts';
import { ALL_TIME, TOLD_TO_OWNER, addUp } from '../orders/sales.ts';
import {
  type OwnerAlert,
  dayAlert,
  gapAlert,
  healedAlert,
  outageAlert,
  unreadAlert,
} from './alert-words.ts';
import { dueAlerts, isKept, keepAlert, sendAlerts } from './owner-alerts.ts';
import { alertsOfDays, ownerAddress } from './settings.ts';

/** More than a run has time for. */
const MOST = 100;

/** As far as a run looks back, and how long a service must have failed by then. */
const LOOKED_AT_SECONDS = 30 * 60;
const OUTAGE_SECONDS = 10 * 60;

/** The reconciler runs every ten minutes, but not to the second. */
const JITTER_SECONDS = 30;

/** Services that failed again and again, by how many minutes. While the database is away nothing is noted. */
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

/** One run that is missing is a delay. In minutes; 0 for none. */
const gapBefore = (at: number, lastAt: number | null): number => {
  const seconds = lastAt === null ? 0 : at - lastAt;
  return seconds > 2 * OUTAGE_SECONDS + JITTER_SECONDS ? Math.round(seconds / 60) : 0;
};

/** What was sold since the email of the day before, once as a day begins. */
const keepDay = async (today: string): Promise<void> => {
  const key = `day/${today}`;
  if (!alertsOfDays() || (await isKept(key))) return;
  const [all = new Map(), known = new Map()] = await findSums([ALL_TIME, TOLD_TO_OWNER]);
  const since = known.size > 0 ? 'since your last daily email' : 'so far';
  await keepAlert(key, dayAlert(key, addUp([all, known]), since), all);
};

/**
 * Sends the owner what a run of the reconciler has for them: what it healed and could not read, services that failed
 * for long, and the sales of a day; then all else that waits. `lastAt` is when the run before it was. Never throws.
 */
export const alertOwnerOfRun = async (
  { healed, unreadSince }: Pick<Reconciliation, 'healed' | 'unreadSince'>,
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
    for (const alert of alerts) await keepAlert(alert.key, alert);
    await keepDay(today);
  } catch (error) {
    logError(error);
  }
  await sendAlerts(dueAlerts(MOST), hasTime);
};
