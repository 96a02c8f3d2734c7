import type { Check, HealthReport } from '#contract/health.ts';
import { activeProducts, catalogue } from '../catalogue.ts';
import { blobsClient } from '../clients/blobs.ts';
import { createRedisClient } from '../clients/redis.ts';
import { stripeClient } from '../clients/stripe.ts';
import { deployContext, getEnv, givenSettings, isLive, ordersContext } from '../env.ts';
import { createGuides } from '../guides/blobs-guides.ts';
import { createOrderKeys } from '../orders/redis-keys.ts';
import { createReconcilerMemory } from '../orders/redis-reconciler.ts';
import { bounded, worst } from './check.ts';
import { guideChecks } from './guide-checks.ts';
import { mailChecks } from './mail-checks.ts';
import { pastChecks } from './past-checks.ts';
import { PATIENCE_IN_MS, redisChecks } from './redis-checks.ts';
import { readNotes } from './redis-notes.ts';
import { type Place, settingsChecks } from './settings.ts';
import { stripeChecks } from './stripe-checks.ts';

const PLACES: Readonly<Record<string, Place>> = { production: 'live', dev: 'local' };
/** How many runs of the reconciler are looked at. */
const RUNS = 20;

/** How the shop is, as it can tell from inside; everything is asked at once. `now` is Unix time in seconds. */
export const reportOf = async (now: number): Promise<HealthReport> => {
  const env = getEnv();
  const place = PLACES[deployContext()] ?? 'preview';
  const redis = createRedisClient({
    url: env.UPSTASH_REDIS_REST_URL,
    token: env.UPSTASH_REDIS_REST_TOKEN,
    timeoutInMs: PATIENCE_IN_MS,
  });
  const stripe = { ask: stripeClient().ask, isLive: isLive(), siteUrl: env.PUBLIC_SITE_URL, place };
  const { find } = createGuides(blobsClient(), deployContext());
  const past = async (): Promise<readonly Check[]> => {
    const noted = { ...redis, keys: createOrderKeys(ordersContext()) };
    const [notes, runs] = await Promise.all([
      readNotes(noted),
      createReconcilerMemory(noted).runs(RUNS),
    ]);
    return pastChecks({ ...notes, ...runs }, now);
  };
  const checks = await Promise.all([
    settingsChecks(givenSettings(), place),
    stripeChecks(stripe),
    redisChecks(redis, { isBeside: place !== 'local' }),
    mailChecks({ apiKey: env.MAIL_API_KEY, from: env.MAIL_FROM, apiUrl: env.MAIL_API_URL }),
    guideChecks(find, activeProducts(catalogue)),
    bounded('Notes of the shop', 'They are in the database of the orders.', past),
  ]);
  const all = checks.flat();
  return { status: worst(all), at: new Date(now * 1000).toISOString(), checks: all };
};
