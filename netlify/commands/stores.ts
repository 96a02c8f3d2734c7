import * as z from 'zod/mini';
import { openBlobs } from '../platform/blobs.ts';
import { openRedis } from '../platform/redis.ts';
import { envSchema, readBy } from '../platform/env.ts';
import { loadSettings } from '../local/settings.ts';
import { openOrders } from '../orders/redis-keys.ts';
import { listSessions } from '../orders/redis-pages.ts';

/** Longer than in a function, since nobody waits for an answer and a connection at home may be slow. */
const REDIS_TIMEOUT_IN_MS = 20_000;
const BLOBS_TIMES = { start: 30_000, stall: 60_000, write: 600_000, beforeRetry: 1000 };

const ofOrders = z.pick(envSchema, {
  UPSTASH_REDIS_REST_URL: true,
  UPSTASH_REDIS_REST_TOKEN: true,
});

/** Netlify's settings have the names that its own command line uses. */
const ofBoth = z.extend(ofOrders, {
  NETLIFY_SITE_ID: z.string(),
  NETLIFY_AUTH_TOKEN: z.string(),
  NETLIFY_API_URL: envSchema.shape.STRIPE_API_URL, // for tests, and of this machine too
});

/** The context of the live shop's orders, as `ordersContext` in env.ts names it. */
export const LIVE = 'production-live';

/**
 * Opens the orders of a shop for a command on the owner's computer. `context` is one of env.ts's for orders. Throws one
 * error that names every missing setting.
 */
export const openOrdersOf = (context: string): void => {
  loadSettings();
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = readBy(
    ofOrders,
    process.env,
  );
  openRedis({ url, token, timeoutInMs: REDIS_TIMEOUT_IN_MS });
  openOrders(context);
};

/** Opens the orders and the guides of a shop; see `openOrders`. */
export const openStores = (context: string): void => {
  loadSettings();
  const settings = readBy(ofBoth, process.env);
  openOrdersOf(context);
  openBlobs({
    times: BLOBS_TIMES,
    site: {
      siteID: settings.NETLIFY_SITE_ID,
      token: settings.NETLIFY_AUTH_TOKEN,
      ...(settings.NETLIFY_API_URL && { apiURL: settings.NETLIFY_API_URL.origin }),
    },
    // Guides are the same in both of Stripe's modes.
    context: context.replace(/-live$/, ''),
  });
};

/** This many orders are about 100 kB, which a slow connection transfers within a second. */
const PAGE_SIZE = 100;

/** The sessions of all orders, oldest first. Sales during the export may be among them; none comes twice. */
export async function* sessionPages(): AsyncGenerator<readonly string[]> {
  for (let after: string | null = null; ;) {
    const page = await listSessions({ newestFirst: false, after, size: PAGE_SIZE });
    const sessions = page?.sessions ?? [];
    if (sessions.length > 0) yield sessions;
    if (sessions.length < PAGE_SIZE) return;
    after = sessions.at(-1) ?? null;
  }
}
