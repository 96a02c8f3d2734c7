import { sendsMail } from '../platform/mail-policy.ts';
import { now, sleep } from '../platform/clock.ts';
import { findDueJobs } from '../platform/queue.ts';
import { type JobResult, runJob, sendsAnEmail } from './run-job.ts';
import { createAnnouncementSender } from './send-announcements.ts';

/** More emails than wait while none may be sent. The jobs behind them must run too. */
const MAX_JOBS = 200;

/**
 * One job at a time: an announcement only while nothing else is due. Once the mail service's quota
 * is used up, only jobs that send no email. Throws only if Redis is down.
 */
export const runDueJobs = async (hasTime: () => boolean): Promise<void> => {
  const sendNextAnnouncement = createAnnouncementSender();
  let maySend = sendsMail();

  const runNext = async (): Promise<JobResult | null> => {
    const dueJobs = await findDueJobs('jobs', now(), MAX_JOBS);
    const job = dueJobs.find((due) => maySend || !sendsAnEmail(due));
    if (job) return runJob(job);
    return maySend ? sendNextAnnouncement() : null;
  };

  while (hasTime()) {
    const result = await runNext();
    if (result === null) return;
    if (result.is !== 'postponed') continue;
    if (result.isOverQuota) maySend = false;
    if (result.retryInSeconds !== undefined) await sleep(result.retryInSeconds * 1000);
  }
};
