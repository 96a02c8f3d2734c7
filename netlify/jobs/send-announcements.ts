import { createSendPace } from '../mail/send-pace.ts';
import { now } from '../platform/clock.ts';
import { findDueJobs } from '../platform/queue.ts';
import { announcementsPausedUntil, pauseAnnouncements } from './announcement-pause.ts';
import { type JobResult, runJob } from './run-job.ts';

/** Emails per day (UTC). Resend's free plan allows 100, and the rest is for receipts. */
const DAILY_LIMIT = 60;

/** After this many failures, a service is probably down. A single failure does not stop the run. */
const MAX_FAILURES_IN_A_ROW = 4;

const reachesDailyLimit = (result: JobResult): boolean => {
  if (result.is === 'postponed') return result.isOverQuota;
  return result.is === 'ended' && (result.usedToday ?? 0) >= DAILY_LIMIT;
};

const isRateLimited = (result: JobResult): boolean =>
  result.is === 'postponed' && result.retryInSeconds !== undefined;

/**
 * The returned function sends the next due announcement, at the pace that the mail service allows.
 * It returns null if none is due, or if this run may not send any more.
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
    else if (!isRateLimited(result)) failuresInARow += 1;
    return result;
  };
};
