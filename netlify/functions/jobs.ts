import type { Config } from '@netlify/functions';
import { logError, logInfo } from '../platform/current-request.ts';
import { route } from '../http/route.ts';
import { runDue } from '../jobs/run.ts';
import { reconcile } from '../orders/reconcile.ts';
import { preloadStripe } from '../stripe/client.ts';

await preloadStripe();

/** Netlify ends a scheduled function after 30 s. What is under way at the limit may still take 10 s. */
const TIME_IN_MS = { reading: 12_000, all: 20_000 };

export const config: Config = { schedule: '*/10 * * * *' };

/** Reads Stripe's events, then runs the jobs that are due. Only Netlify's schedule calls it; it has no address. */
export default route(config, {
  POST: async () => {
    const startedAt = Date.now();
    const hasTime = (inMs: number) => () => Date.now() - startedAt < inMs;
    const report = await reconcile(hasTime(TIME_IN_MS.reading)).catch(logError);
    await runDue(hasTime(TIME_IN_MS.all));
    const counts = report ?? { isDone: false };
    logInfo({ event: 'schedule', ...counts });
    return Response.json(counts);
  },
});
