import * as z from 'zod/mini';
import { loadSettings } from '../local/settings.ts';
import { setBlobsOptions } from '../platform/blobs.ts';
import { envSchema, parseSettings } from '../platform/env.ts';
import { setOrdersContext, setRedisConnection } from '../platform/redis.ts';

/** Longer than in a function, because a home connection may be slow. */
const REDIS_TIMEOUT_IN_MS = 20_000;
const BLOBS_TIMES_IN_MS = { read: 120_000, file: 600_000, write: 600_000, beforeRetry: 1000 };

const redisSettings = z.pick(envSchema, {
  UPSTASH_REDIS_REST_URL: true,
  UPSTASH_REDIS_REST_TOKEN: true,
});

/** Netlify's CLI also reads the two settings that start with `NETLIFY_`. */
const allSettings = z.extend(redisSettings, {
  NETLIFY_SITE_ID: z.string(),
  NETLIFY_AUTH_TOKEN: z.string(),
});

/** The live shop's context: its deploy context plus `-live` for Stripe's live mode. */
export const LIVE_CONTEXT = 'production-live';

/** deployContextOf('production-live') // "production" */
export const deployContextOf = (context: string): string => context.replace(/-live$/, '');

/** Connects to the Redis database of a context. Throws an error that lists all missing settings. */
export const openOrders = (context: string): void => {
  loadSettings();
  const settings = parseSettings(redisSettings, process.env);
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = settings;
  setRedisConnection({ url, token, timeoutInMs: REDIS_TIMEOUT_IN_MS });
  setOrdersContext(context);
};

export const openStores = (context: string): void => {
  loadSettings();
  const settings = parseSettings(allSettings, process.env);
  openOrders(context);
  setBlobsOptions({
    times: BLOBS_TIMES_IN_MS,
    site: { siteID: settings.NETLIFY_SITE_ID, token: settings.NETLIFY_AUTH_TOKEN },
    // Stripe's test and live mode share the guides.
    context: deployContextOf(context),
  });
};
