import { sendsMail } from '../platform/mail-policy.ts';
import { now, sleep } from '../platform/clock.ts';
import { type Job, findDueJobs, postponeJobs } from '../platform/queue.ts';
import { type JobResult, runJob, sendsAnEmail } from './run-job.ts';
import { createAnnouncementSender } from './send-announcements.ts';

const MAX_JOBS = 200;

/** The time until the schedule's next run. */
const POSTPONED_FOR_SECONDS = 600;

/**
 * Runs one job at a time, and an announcement only if no other job is due. Once the mail service's
 * quota is used up, runs only jobs that send no email. Throws only if Redis is down.
 */
export const runDueJobs = async (hasTime: () => boolean): Promise<void> => {
  const sendNextAnnouncement = createAnnouncementSender();
  let maySend = sendsMail();

  /**
   * If every job in a full batch is an email that may not be sent, postpones the batch, because
   * other due jobs may be waiting behind it.
   */
  const findNextJob = async (): Promise<Job | undefined> => {
    const dueJobs = await findDueJobs('jobs', now(), MAX_JOBS);
    const job = dueJobs.find((due) => maySend || !sendsAnEmail(due));
    if (job || dueJobs.length < MAX_JOBS) return job;
    await postponeJobs(dueJobs, now() + POSTPONED_FOR_SECONDS);
    return findNextJob();
  };

  const runNext = async (): Promise<JobResult | null> => {
    const job = await findNextJob();
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
