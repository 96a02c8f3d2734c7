import { logError } from '../http/log.ts';
import { sleep } from '../platform/clock.ts';
import { runInBackground } from '../platform/current-request.ts';
import type { Job } from '../platform/queue.ts';

/** Netlify ends a function after 60 s, including the time before its response. */
const RETRY_FOR_MS = 20_000;

/**
 * Runs the jobs one after another. Retries an email that exceeded the mail service's rate limit.
 * Imports the code for jobs on first use, so that functions start fast.
 */
export const runJobs = async (jobs: readonly Job[]): Promise<void> => {
  const { runJob } = await import('./run-job.ts');
  const startedAt = performance.now();
  const hasTime = () => performance.now() - startedAt < RETRY_FOR_MS;
  for (const job of jobs) {
    let result = await runJob(job);
    while (result.is === 'postponed' && result.retryInSeconds !== undefined && hasTime()) {
      await sleep(result.retryInSeconds * 1000);
      result = await runJob(job);
    }
  }
};

/** See `runInBackground`. The schedule retries failed jobs. */
export const runJobsInBackground = (jobs: readonly Job[]): void => {
  if (jobs.length > 0) runInBackground(() => runJobs(jobs).catch(logError));
};
