import { now } from '../platform/clock.ts';
import { type Job, findQueuedJobs, makeDueNow } from '../platform/queue.ts';
import { runJobsInBackground } from './background.ts';

/** Fits into a function's time. The schedule runs the rest. */
const AT_ONCE = 10;

const isReadyJob = (job: Job): boolean => job.startsWith('ready:');

/** Call it after an upload. Emails whose files are still missing wait on. Throws `Unavailable`. */
export const sendWaitingReadyEmails = async (): Promise<void> => {
  const jobs = (await findQueuedJobs('jobs')).filter(isReadyJob);
  const at = now();
  await Promise.all(jobs.map((job) => makeDueNow(job, at)));
  runJobsInBackground(jobs.slice(0, AT_ONCE));
};
