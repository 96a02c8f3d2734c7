import { catalogue } from '../catalogue.ts';
import { now } from '../clock.ts';
import { logError } from '../http/log.ts';
import { dayOf } from '../orders/days.ts';
import type { RunReport } from '../orders/reconcile.ts';
import { gapAlert, healedAlert } from './alert-words.ts';
import { dueAlerts, queueAlert, sendAlerts } from './owner-alerts.ts';
import { ownerAddress } from './settings.ts';

/** More alerts than a run has time for. */
const MOST = 100;

/** The reconciler runs every ten minutes, but not to the second. A single missing run counts as a delay. */
const LONGEST_DELAY_SECONDS = 2 * 10 * 60 + 30;

/** The gap since the last run in minutes; 0 for none. */
const gapBefore = (at: number, lastAt: number | null): number => {
  const seconds = lastAt === null ? 0 : at - lastAt;
  return seconds > LONGEST_DELAY_SECONDS ? Math.round(seconds / 60) : 0;
};

/**
 * Sends the owner the alerts that follow from a reconciler run: what it healed, and that runs were missing before it;
 * then all other alerts that are due. `lastAt` is when the run before it began. Never throws.
 */
export const alertOwnerOfRun = async (
  { healed }: Pick<RunReport, 'healed'>,
  lastAt: number | null,
  hasTime: () => boolean,
): Promise<void> => {
  if (ownerAddress() === null) return;
  const at = now();
  const today = dayOf(at, catalogue.time_zone);
  try {
    if (healed.length > 0) await queueAlert(healedAlert(today, healed));
    const gap = gapBefore(at, lastAt);
    if (gap > 0) await queueAlert(gapAlert(today, gap));
  } catch (error) {
    logError(error);
  }
  await sendAlerts(dueAlerts(MOST), hasTime);
};
