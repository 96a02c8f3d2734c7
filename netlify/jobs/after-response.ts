import { lookUpOrder } from '../orders/fulfill.ts';
import type { Order } from '../orders/order.ts';
import { runAfterResponse } from '../platform/current-request.ts';
import { logError } from '../http/log.ts';
import type { Job } from '../platform/queue.ts';

/** Runs jobs in turn. The code of the jobs and their emails is loaded at the first, so no answer waits for it. */
export const runJobs = async (jobs: readonly Job[]): Promise<void> => {
  const { runJob } = await import('./run.ts');
  for (const job of jobs) await runJob(job);
};

/** Runs jobs once the answer is out. The schedule runs those that fail. */
export const runJobsAfterResponse = (jobs: readonly Job[]): void => {
  if (jobs.length > 0) runAfterResponse(() => runJobs(jobs).catch(logError));
};

/** The order of a session; null if nothing was bought. What follows from it runs after the answer. See `lookUpOrder`. */
export const findOrder = async (sessionId: string): Promise<Order | null> => {
  const found = await lookUpOrder(sessionId);
  runJobsAfterResponse(found?.jobs ?? []);
  return found?.order ?? null;
};
