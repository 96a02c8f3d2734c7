import { createSendPace } from '../mail/send-pace.ts';
import { now } from '../platform/clock.ts';
import { findDueJobs } from '../platform/queue.ts';
import { announcementsPausedUntil, pauseAnnouncements } from './announcement-pause.ts';
import { type JobResult, runJob } from './run-job.ts';

/** Emails per day (UTC). Resend's free plan allows 100, and the rest is for receipts. */
const DAILY_LIMIT = 60;

/** After this many, a service is probably down. A single failure does not stop the others. */
const MAX_FAILURES_IN_A_ROW = 4;

const reachesDailyLimit = (result: JobResult): boolean => {
  if (result.is === 'postponed') return result.isOverQuota;
  return result.is === 'ended' && (result.usedToday ?? 0) >= DAILY_LIMIT;
};

const isRefusedForSeconds = (result: JobResult): boolean =>
  result.is === 'postponed' && result.retryInSeconds !== undefined;

/**
 * The returned function sends the announcement that is due first, at the pace that the mail service
 * allows. It returns null if there is none, or if this run may send no more.
 */
export const createAnnouncementSender = (): (() => Promise<JobResult | null>) => {
  const pace = createSendPace();
  let failuresInARow = 0;

  return async () => {
    if (failuresInARow >= MAX_FAILURES_IN_A_ROW) return null;
    const [pausedUntil, [job]] = await Promise.all([
      announcementsPausedUntil(),
      findDueJobs('bulk', now(), 1),
    ]);
    if (!job || pausedUntil !== null) return null;
    const result = await runJob(job, pace);
    if (reachesDailyLimit(result)) await pauseAnnouncements();
    if (result.is === 'ended') failuresInARow = 0;
    else if (!isRefusedForSeconds(result)) failuresInARow += 1;
    return result;
  };
};
