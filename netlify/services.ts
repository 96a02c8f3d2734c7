import type { Config } from '@netlify/functions';
import { isBrokenHash } from './admin/password.ts';
import type { SessionKey } from './admin/session.ts';
import type { AdminPorts } from './admin/order-queries.ts';
import { createAuth } from './admin/auth.ts';
import { activeProducts, catalogue } from './catalogue.ts';
import { createStripeCheckout } from './checkout/stripe-checkout.ts';
import { blobsClient } from './clients/blobs.ts';
import { createRedisClient, redisClient } from './clients/redis.ts';
import { preloadStripe, stripeClient } from './clients/stripe.ts';
import { now } from './clock.ts';
import type { DownloadPorts } from './downloads/access.ts';
import { createDownloads } from './downloads/redis-downloads.ts';
import { afterAnswer } from './current-request.ts';
import {
  MisconfiguredError,
  deployContext,
  getEnv,
  givenSettings,
  isLive,
  ordersContext,
} from './env.ts';
import { createEditions } from './guides/blobs-editions.ts';
import { createGuides } from './guides/blobs-guides.ts';
import { createParts } from './guides/blobs-parts.ts';
import type { EditionPorts } from './guides/editions.ts';
import type { UploadPorts } from './guides/uploads.ts';
import { createFailureNotes } from './health/redis-failures.ts';
import { PATIENCE_IN_MS } from './health/redis-checks.ts';
import { readNotes } from './health/redis-notes.ts';
import type { HealthPorts } from './health/report.ts';
import { keepFailuresBy } from './http/failures.ts';
import type { Counter, LimitedRoute } from './http/limits.ts';
import { logDoubtful, logError, logFulfilled } from './http/log.ts';
import { createLocalCounter, createSharedCounter } from './http/counters.ts';
import { createRateLimiter } from './http/rate-limiter.ts';
import type { Handlers } from './http/route.ts';
import type { EventPorts } from './orders/events.ts';
import { buyerKey } from './mail/buyer-key.ts';
import { alertOwnerOfDispute, alertOwnerOfSale } from './mail/owner-alerts.ts';
import { lostReceipts, sendReceipt, waitingReceipts } from './mail/receipt.ts';
import { KEY_KNOWN_IN_SECONDS, alertsOfSales, sendsMail } from './mail/settings.ts';
import type { Caller } from './orders/lookup.ts';
import type { ReconcilePorts } from './orders/reconcile.ts';
import { createOrderKeys, orderKeys } from './orders/redis-keys.ts';
import { createOrders } from './orders/redis-orders.ts';
import { createOrderPages } from './orders/redis-pages.ts';
import { createReconcilerMemory } from './orders/redis-reconciler.ts';
import { createSums } from './orders/redis-sums.ts';
import type { SalesPorts } from './orders/sales.ts';
import { createWebhook } from './orders/stripe-events.ts';
import { createHistory } from './orders/stripe-history.ts';
import { createSessions } from './orders/stripe-sessions.ts';

/** Made at first use, once per instance. The annotation tells the bundler that an unused one can go. */
// @__NO_SIDE_EFFECTS__
const lazy = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

export { now };

export const siteUrl = (): string => getEnv().PUBLIC_SITE_URL;

export const signingSecret = (): string => getEnv().SIGNING_SECRET;

// Clients

const stripe = stripeClient;

export { preloadStripe };

const redis = lazy(() => {
  const client = { ...redisClient(), keys: orderKeys() };
  keepFailuresBy(createFailureNotes(client));
  return client;
});

const blobs = blobsClient;

// Rate limits

const createLimiter = (shared: Counter<Promise<number>> | null) =>
  createRateLimiter({
    shared,
    local: createLocalCounter(),
    now,
    onUnreachable: logError,
    secret: signingSecret(),
    factor: getEnv().RATE_LIMIT_FACTOR,
  });

const rateLimiter = lazy(() =>
  createLimiter(createSharedCounter({ ...redis(), context: deployContext() })),
);

const localRateLimiter = lazy(() => createLimiter(null));

/** Counts a call of a route. Throws 429 where it is one too many. */
export const limitRate = (route: LimitedRoute, request: Request): Promise<void> =>
  rateLimiter().limit(route, request);

/** The same for a route that is counted by instance: it has no need of Redis. */
export const limitRateLocally = (
  route: 'products' | 'health' | 'stop-news',
  request: Request,
): Promise<void> => localRateLimiter().limit(route, request);

/** The same for a guess of the owner's password. Throws 503 where it cannot be counted. */
export const limitGuesses = (request: Request, browser: string | null): Promise<void> =>
  rateLimiter().limitGuesses(request, browser);

/** The same for a route that looks an order up, which may mean to ask Stripe. */
export const callerOf = (route: LimitedRoute, request: Request): Promise<Caller> =>
  rateLimiter().callerOf(route, request);

// Checkout and orders

const sessions = lazy(() =>
  createSessions({
    ...stripe(),
    onDoubtful: (id) => logDoubtful(id),
    buyerKey,
    siteUrl: siteUrl(),
  }),
);

export const checkout = lazy(() => createStripeCheckout({ ...stripe(), siteUrl: siteUrl() }));

const orders = lazy(() =>
  createOrders({
    ...redis(),
    receiptKnownFor: sendsMail() ? KEY_KNOWN_IN_SECONDS : undefined,
    tellsSales: alertsOfSales(),
  }),
);

export const orderPorts = lazy((): EventPorts => ({
  checkout: sessions(),
  orders: orders(),
  ledger: orders(),
  now,
  timeZone: catalogue.time_zone,
  onOrdersDown: logError,
  onFulfilled: ({ sessionId }, source) => {
    logFulfilled(sessionId, source);
    // The reconciler sends what it has found at the end of its run.
    if (!sendsMail() || source === 'reconciler') return;
    if (alertsOfSales()) afterAnswer(() => alertOwnerOfSale(sessionId));
    afterAnswer(async () => {
      await sendReceipt(sessionId).catch(logError);
    });
  },
  onDisputed: (order, dispute) => afterAnswer(() => alertOwnerOfDispute(order, dispute)),
}));

export const webhook = lazy(() => createWebhook(getEnv().STRIPE_WEBHOOK_SECRET));

export const reconcilePorts = lazy((): ReconcilePorts => ({
  ...orderPorts(),
  orders: orders(),
  history: createHistory({ ...stripe(), ...sessions() }),
  onFailed: logError,
}));

/** What the reconciler remembers from run to run. */
export const reconcilerMemory = lazy(() => createReconcilerMemory(redis()));

export const salesPorts = lazy((): SalesPorts => ({
  sums: createSums(redis()),
  now,
  timeZone: catalogue.time_zone,
}));

// Mail

/** Counts a request for the email with an address's purchases. Throws 429 where it is one too many. */
export const limitFinds = (request: Request): Promise<void> => rateLimiter().limitFinds(request);

/** Counts an email to the buyer behind the key; false where it is one too many. */
export const mayEmail = (buyer: string): Promise<boolean> =>
  rateLimiter()
    .limitMails(buyer)
    .then(
      () => true,
      () => false,
    );

/** Counts an email that the owner sends. Throws 429 where it is one too many. */
export const limitOwnersMails = (): Promise<void> => rateLimiter().limitOwnersMails();

// Guides and downloads

export const guides = lazy(() => createGuides(blobs(), deployContext()));

export const downloadPorts = (): DownloadPorts => ({
  guides: guides(),
  now: now(),
  signingSecret: signingSecret(),
  onFailed: logError,
});

export const downloads = lazy(() => createDownloads(redis()));

export const editionPorts = lazy((): EditionPorts => ({
  stamps: catalogue.stamp,
  guides: guides(),
  editions: createEditions(blobs(), deployContext()),
  now,
  onFailed: logError,
}));

export const uploadPorts = lazy((): UploadPorts => ({
  parts: createParts(blobs(), deployContext()),
  now,
}));

// Admin

const sessionKey = (): SessionKey | null => {
  const { ADMIN_PASSWORD: password, SIGNING_SECRET: secret } = getEnv();
  return password === undefined ? null : { signingSecret: secret, password };
};

export const auth = lazy(() => createAuth(() => ({ siteUrl: siteUrl(), key: sessionKey(), now })));

/** What the password is compared with. Throws where none is set, or half of a hash. */
export const ownerKey = (): SessionKey => {
  const key = sessionKey();
  if (!key) throw new MisconfiguredError('ADMIN_PASSWORD is missing: nobody can log in');
  if (!isBrokenHash(key.password)) return key;
  throw new MisconfiguredError('ADMIN_PASSWORD is half a hash: nobody can log in');
};

/** One function of Netlify's that answers the owner alone; 401 to everybody else. */
export const ownerRoute = (config: Config, handlers: Handlers) =>
  auth().ownerRoute(config, handlers);

export const healthPorts = (): HealthPorts => {
  const context = deployContext();
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = getEnv();
  const { MAIL_API_KEY: apiKey, MAIL_FROM: from, MAIL_API_URL: apiUrl } = getEnv();
  const database = {
    ...createRedisClient({ url, token, timeoutInMs: PATIENCE_IN_MS }),
    keys: createOrderKeys(ordersContext()),
  };
  return {
    settings: givenSettings(),
    place: context === 'production' ? 'live' : context === 'dev' ? 'local' : 'preview',
    siteUrl: siteUrl(),
    isLive: isLive(),
    stripe: stripe(),
    redis: database,
    mail: { apiKey, from, apiUrl },
    findGuide: guides().find,
    products: activeProducts(catalogue),
    readPast: async () => {
      const [past, runs] = await Promise.all([
        readNotes(database),
        createReconcilerMemory(database).runs(20),
      ]);
      return { ...past, ...runs };
    },
    now,
  };
};

/** What the owner sees of the orders, and does to them. */
export const adminPorts = lazy((): AdminPorts => ({
  checkout: sessions(),
  orders: { ...orders(), ...createOrderPages(redis()) },
  receipts: { waiting: waitingReceipts, lost: lostReceipts },
  buyerKey,
  now,
}));

/** Where a payment stands at Stripe; the stand-in has one page for all. */
const paymentUrl = (paymentId: string): string => {
  const { STRIPE_API_URL: standIn } = getEnv();
  if (standIn) return new URL(`/#${paymentId}`, standIn).href;
  const mode = isLive() ? '' : '/test';
  return `https://dashboard.stripe.com${mode}/payments/${paymentId}`;
};

/** With what an order is told to the owner. */
export const detailOptions = () => ({ catalogue, paymentUrl, sendsMail: sendsMail() });
