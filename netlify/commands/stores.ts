import * as z from 'zod/mini';
import { loadSettings } from '../local/settings.ts';
import { openBlobs } from '../platform/blobs.ts';
import { envSchema, readBy } from '../platform/env.ts';
import { openContext, openRedis } from '../platform/redis.ts';

/** Longer than in a function, since nobody waits for an answer and a connection at home may be slow. */
const REDIS_TIMEOUT_IN_MS = 20_000;
const BLOBS_TIMES = { read: 120_000, file: 600_000, write: 600_000, beforeRetry: 1000 };

const ofOrders = z.pick(envSchema, {
  UPSTASH_REDIS_REST_URL: true,
  UPSTASH_REDIS_REST_TOKEN: true,
});

/** Netlify's settings have the names that its own command line uses. */
const ofBoth = z.extend(ofOrders, {
  NETLIFY_SITE_ID: z.string(),
  NETLIFY_AUTH_TOKEN: z.string(),
});

/** The context of the live shop's orders, as `ordersContext` in env.ts names it. */
export const LIVE = 'production-live';

/** Opens the orders of a context for a command on the owner's computer. Throws one error that names every missing setting. */
export const openOrders = (context: string): void => {
  loadSettings();
  const settings = readBy(ofOrders, process.env);
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = settings;
  openRedis({ url, token, timeoutInMs: REDIS_TIMEOUT_IN_MS });
  openContext(context);
};

/** Opens the orders and the guides of a context; see `openOrders`. */
export const openStores = (context: string): void => {
  loadSettings();
  const settings = readBy(ofBoth, process.env);
  openOrders(context);
  openBlobs({
    times: BLOBS_TIMES,
    site: { siteID: settings.NETLIFY_SITE_ID, token: settings.NETLIFY_AUTH_TOKEN },
    // Guides are the same in both of Stripe's modes.
    context: context.replace(/-live$/, ''),
  });
};
