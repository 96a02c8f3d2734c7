import type { Config } from '@netlify/functions';
import { enqueueReadyEmails } from '../downloads/missing-files.ts';
import { logError, logInfo } from '../http/log.ts';
import { route } from '../http/route.ts';
import { runDueJobs } from '../jobs/run-due-jobs.ts';
import { reconcile } from '../orders/reconcile.ts';
import { loadStripe } from '../stripe/client.ts';

await loadStripe();

const RECONCILE_UNTIL_MS = 12_000;
const START_JOBS_UNTIL_MS = 20_000;

/** For buyers who were waiting for a file. The number is small so as not to delay receipts. */
const READY_EMAILS_PER_RUN = 20;

/** Netlify ends a scheduled function after 30 s. */
const RESPOND_AFTER_MS = 28_000;

const runSchedule = async (): Promise<object> => {
  const startedAt = Date.now();
  const elapsedInMs = () => Date.now() - startedAt;
  const report = await reconcile(() => elapsedInMs() < RECONCILE_UNTIL_MS).catch(logError);
  await enqueueReadyEmails(READY_EMAILS_PER_RUN).catch(logError);
  await runDueJobs(() => elapsedInMs() < START_JOBS_UNTIL_MS);
  return report ?? { isDone: false };
};

/** A job that is still running after this time is tried again once its claim has expired. */
const outOfTime = (): Promise<object> =>
  new Promise((resolve) => {
    setTimeout(() => resolve({ isDone: false, isOutOfTime: true }), RESPOND_AFTER_MS).unref();
  });

export const config: Config = { schedule: '*/10 * * * *' };

/** A scheduled function has no public URL. */
export default route(config, {
  POST: async () => {
    const result = await Promise.race([runSchedule(), outOfTime()]);
    logInfo({ event: 'schedule', ...result });
    return Response.json(result);
  },
});
