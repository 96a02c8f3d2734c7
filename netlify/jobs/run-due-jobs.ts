import { sendsMail } from '../platform/mail-policy.ts';
import { now } from '../platform/clock.ts';
import { findDueJobs } from '../platform/queue.ts';
import { runJob, sendsAnEmail } from './run-job.ts';
import { sendDueAnnouncements } from './send-announcements.ts';

/** More jobs than a run has time for. */
const MAX_JOBS = 200;

/** Returns false if the time or the day's email quota ran out. */
const runDueOrderJobs = async (hasTime: () => boolean): Promise<boolean> => {
  let maySend = sendsMail();
  for (const job of await findDueJobs('jobs', now(), MAX_JOBS)) {
    if (!hasTime()) return false;
    if (sendsAnEmail(job) && !maySend) continue;
    const result = await runJob(job);
    if (result.is === 'postponed' && result.isOverQuota) maySend = false;
  }
  return maySend;
};

/** Announcements last. Throws only if Redis is down. */
export const runDueJobs = async (hasTime: () => boolean): Promise<void> => {
  const maySendMore = await runDueOrderJobs(hasTime);
  if (maySendMore) await sendDueAnnouncements(hasTime);
};
