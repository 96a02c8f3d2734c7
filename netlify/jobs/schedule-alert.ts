import { logError } from '../http/log.ts';
import { readProgress } from '../orders/schedule-progress.ts';
import { HOUR_IN_SECONDS, now } from '../platform/clock.ts';
import { ownerAddress } from '../platform/mail-policy.ts';
import { type Job, enqueue } from '../platform/queue.ts';
import { dayOf } from '../shop/dates.ts';
import { runJobs } from './background.ts';

/**
 * Sends the owner at most one alert a day. The webhook calls this, because a stopped schedule can't
 * report itself. Never rejects.
 */
export const alertIfScheduleStopped = async (): Promise<void> => {
  try {
    const at = now();
    const { doneAt } = await readProgress();
    const isRunning = doneAt === null || at - doneAt < HOUR_IN_SECONDS;
    if (isRunning || ownerAddress() === null) return;
    const job: Job = `alert:schedule/${dayOf(at)}`;
    await enqueue(job, at);
    await runJobs([job]);
  } catch (error) {
    logError(error);
  }
};
