import type { HealthReport } from '#contract/health.ts';
import { activeProducts, catalogue } from '../../catalogue.ts';
import { createRedisClient } from '../../clients/redis.ts';
import { stripeClient } from '../../clients/stripe.ts';
import { now } from '../../clock.ts';
import { deployContext, getEnv, givenSettings, isLive } from '../../env.ts';
import { findGuide } from '../../guides/blobs-guides.ts';
import { findRuns } from '../../orders/redis-reconciler.ts';
import { bounded, worst } from './check.ts';
import { guideChecks } from './guide-checks.ts';
import { mailChecks } from './mail-checks.ts';
import { pastChecks } from './past-checks.ts';
import { PATIENCE_IN_MS, redisChecks } from './redis-checks.ts';
import { readNotes } from './redis-notes.ts';
import { settingsChecks } from './settings.ts';
import type { Place } from './settings-table.ts';
import { stripeChecks } from './stripe-checks.ts';

const placeOf = (context: string): Place =>
  context === 'production' ? 'live' : context === 'dev' ? 'local' : 'preview';

const RUNS_READ = 20;

/** How the shop is, as it can tell from inside; everything is asked at once. */
export const reportOf = async (): Promise<HealthReport> => {
  const { PUBLIC_SITE_URL: siteUrl } = getEnv();
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = getEnv();
  const { MAIL_API_KEY: apiKey, MAIL_FROM: from, MAIL_API_URL: apiUrl } = getEnv();
  const place = placeOf(deployContext());
  const checks = await Promise.all([
    settingsChecks(givenSettings(), place),
    stripeChecks({ ask: stripeClient().ask, isLive: isLive(), siteUrl, place }),
    redisChecks(createRedisClient({ url, token, timeoutInMs: PATIENCE_IN_MS }), {
      isBeside: place !== 'local',
    }),
    mailChecks({ apiKey, from, apiUrl }),
    guideChecks(findGuide, activeProducts(catalogue)),
    bounded('Notes of the shop', 'They are in the database of the orders.', async () => {
      const [past, runs] = await Promise.all([readNotes(), findRuns(RUNS_READ)]);
      return pastChecks({ ...past, ...runs }, now());
    }),
  ]);
  const all = checks.flat();
  return { status: worst(all), at: new Date(now() * 1000).toISOString(), checks: all };
};
