import type { Config } from '@netlify/functions';
import { logError, logInfo } from '../http/log.ts';
import { route } from '../http/route.ts';
import { runDueJobs } from '../jobs/run-due-jobs.ts';
import { reconcile } from '../orders/reconcile.ts';
import { loadStripe } from '../stripe/client.ts';

await loadStripe();

/** Netlify ends a scheduled function after 30 s. The last job may start at 20 s and take 10 s. */
const RECONCILE_UNTIL_MS = 12_000;
const RUN_JOBS_UNTIL_MS = 20_000;

export const config: Config = { schedule: '*/10 * * * *' };

/** A scheduled function has no public URL. */
export default route(config, {
  POST: async () => {
    const startedAt = Date.now();
    const elapsedInMs = () => Date.now() - startedAt;
    const report = await reconcile(() => elapsedInMs() < RECONCILE_UNTIL_MS).catch(logError);
    await runDueJobs(() => elapsedInMs() < RUN_JOBS_UNTIL_MS);
    const result = report ?? { isDone: false };
    logInfo({ event: 'schedule', ...result });
    return Response.json(result);
  },
});
