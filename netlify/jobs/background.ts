import { logError } from '../http/log.ts';
import { runInBackground } from '../platform/current-request.ts';
import type { Job } from '../platform/queue.ts';

/** Imports the jobs' code on first use, to keep a function's start fast. */
export const runJobs = async (jobs: readonly Job[]): Promise<void> => {
  const { runJob } = await import('./run-job.ts');
  for (const job of jobs) await runJob(job);
};

/** See `runInBackground`. The schedule repeats jobs that fail. */
export const runJobsInBackground = (jobs: readonly Job[]): void => {
  if (jobs.length > 0) runInBackground(() => runJobs(jobs).catch(logError));
};
