import { now } from '../platform/clock.ts';
import { sendsMail } from '../platform/mail-policy.ts';
import { findDueJobs } from '../platform/queue.ts';
import { announcementsPausedUntil, pauseAnnouncements } from './announcement-pause.ts';
import { type JobResult, runJob } from './run-job.ts';

/** Emails per day (UTC). Resend's free plan allows 100, and the rest is for receipts. */
const DAILY_LIMIT = 60;

const BATCH_SIZE = 4;

const reachesDailyLimit = (result: JobResult): boolean => {
  if (result.is === 'postponed') return result.isOverQuota;
  return result.is === 'ended' && (result.usedToday ?? 0) >= DAILY_LIMIT;
};

export const sendDueAnnouncements = async (hasTime: () => boolean): Promise<void> => {
  if (!sendsMail() || (await announcementsPausedUntil()) !== null) return;
  while (hasTime()) {
    const otherJobs = await findDueJobs('jobs', now(), 1);
    if (otherJobs.length > 0) return;
    const batch = await findDueJobs('bulk', now(), BATCH_SIZE);
    const results = await Promise.all(batch.map(runJob));
    if (results.some(reachesDailyLimit)) {
      await pauseAnnouncements();
      return;
    }
    const madeProgress = results.some(({ is }) => is !== 'postponed' && is !== 'busy');
    if (!madeProgress) return;
  }
};
