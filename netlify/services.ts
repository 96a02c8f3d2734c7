import { catalogueSchema } from '#contract/catalogue.ts';
import catalogJson from '../content/catalog.json' with { type: 'json' };
import { createBlobsClient } from './adapters/blobs-client.ts';
import { createCheckout } from './adapters/checkout-stripe.ts';
import { createEditions } from './adapters/editions-blobs.ts';
import { createGuides } from './adapters/guides-blobs.ts';
import { createHistory } from './adapters/history-stripe.ts';
import { createOwnCounter } from './adapters/limits-memory.ts';
import { createSharedCounter } from './adapters/limits-redis.ts';
import { createOrderKeys } from './adapters/order-keys.ts';
import { createOrderPages } from './adapters/order-pages-redis.ts';
import { createOrders } from './adapters/orders-redis.ts';
import { createReconcilerMemory } from './adapters/reconciler-redis.ts';
import { createParts } from './adapters/parts-blobs.ts';
import { createRedisClient } from './adapters/redis-client.ts';
import { createSessionReader } from './adapters/session-stripe.ts';
import { createStripeClient } from './adapters/stripe-client.ts';
import { createSums } from './adapters/sums-redis.ts';
import { EVENT_TYPES, createWebhook, toEvent } from './adapters/webhook-stripe.ts';
import type { DeskPorts } from './domain/desk.ts';
import type { DownloadPorts } from './domain/downloads.ts';
import type { ShelfPorts } from './domain/editions.ts';
import type { EventPorts } from './domain/events.ts';
import type { Caller } from './domain/lookup.ts';
import type { StartPorts } from './domain/open-checkouts.ts';
import type { ReconcilePorts } from './domain/reconcile.ts';
import type { UploadPorts } from './domain/uploads.ts';
import type { SalesPorts } from './domain/sales.ts';
import type { DoorKey } from './domain/session.ts';
import { MisconfiguredError, deployContext, getEnv, isLive, ordersContext } from './env.ts';
import { createDoor } from './http/door.ts';
import { createGate } from './http/gate.ts';
import { isBrokenHash } from './http/password.ts';
import type { LimitedRoute } from './http/limits.ts';
import { logError, logFulfilled } from './http/log.ts';

/** Made at first use, once per instance. */
const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

export const catalogue = catalogueSchema.parse(catalogJson);

const stripeClient = once(() => {
  const env = getEnv();
  return createStripeClient({ secretKey: env.STRIPE_SECRET_KEY, apiUrl: env.STRIPE_API_URL });
});

const sessionReader = once(() => createSessionReader(stripeClient()));

const checkout = once(() =>
  createCheckout({ ...stripeClient(), ...sessionReader(), siteUrl: siteUrl() }),
);

export const startPorts = once((): StartPorts => ({ checkout: checkout(), now }));

export const webhook = once(() => createWebhook(getEnv().STRIPE_WEBHOOK_SECRET));

export const guides = once(() => createGuides(createBlobsClient(), deployContext()));

export const shelfPorts = once((): ShelfPorts => ({
  guides: guides(),
  editions: createEditions(createBlobsClient(), deployContext()),
  now,
  onFailed: logError,
}));

export const uploadPorts = once((): UploadPorts => ({
  parts: createParts(createBlobsClient(), deployContext()),
  now,
}));

const redisClient = once(() => {
  const env = getEnv();
  return createRedisClient({
    url: env.UPSTASH_REDIS_REST_URL,
    token: env.UPSTASH_REDIS_REST_TOKEN,
  });
});

const orderKeys = once(() => createOrderKeys(ordersContext()));

const orders = once(() => createOrders({ ...redisClient(), keys: orderKeys() }));

const gate = once(() =>
  createGate({
    shared: createSharedCounter({ ...redisClient(), context: deployContext() }),
    own: createOwnCounter(),
    now,
    onUnreachable: logError,
    secret: signingSecret(),
    factor: getEnv().RATE_LIMIT_FACTOR,
  }),
);

/** Counts a call of a route. Throws 429 where it is one too many. */
export const admit = (limited: LimitedRoute, request: Request): Promise<void> =>
  gate().admit(limited, request);

/** The same for a guess of the owner's password. Throws 503 where it cannot be counted. */
export const admitGuess = (request: Request, browser: string | null): Promise<void> =>
  gate().admitGuess(request, browser);

/** The same for a route that looks an order up, which may mean to ask Stripe. */
export const callerOf = (limited: LimitedRoute, request: Request): Caller =>
  gate().callerOf(limited, request);

export const orderPorts = once((): EventPorts => ({
  checkout: checkout(),
  orders: orders(),
  ledger: orders(),
  now,
  onOrdersDown: logError,
  onFulfilled: (order, road) => void logFulfilled(order.sessionId, road),
}));

export const reconcilePorts = once((): ReconcilePorts => ({
  ...orderPorts(),
  orders: orders(),
  history: createHistory({
    ...stripeClient(),
    ...sessionReader(),
    toEvent,
    eventTypes: EVENT_TYPES,
  }),
  onFailed: logError,
}));

/** What the reconciler remembers from run to run. */
export const reconcilerMemory = once(() =>
  createReconcilerMemory({ ...redisClient(), keys: orderKeys() }),
);

/** What the owner sees of the orders, and does to them. */
export const deskPorts = once((): DeskPorts => ({
  checkout: checkout(),
  orders: { ...orders(), ...createOrderPages({ ...redisClient(), keys: orderKeys() }) },
  now,
}));

export const salesPorts = once((): SalesPorts => ({
  sums: createSums({ ...redisClient(), keys: orderKeys() }),
  now,
}));

/** Where a payment stands at Stripe; the stand-in has one page for all. */
export const paymentUrl = (paymentId: string): string => {
  const { STRIPE_API_URL: standIn } = getEnv();
  if (standIn) return new URL(`/#${paymentId}`, standIn).href;
  const mode = isLive() ? '' : '/test';
  return `https://dashboard.stripe.com${mode}/payments/${paymentId}`;
};

export const signingSecret = (): string => getEnv().SIGNING_SECRET;

const doorKey = (): DoorKey | null => {
  const { ADMIN_PASSWORD: password, SIGNING_SECRET: secret } = getEnv();
  return password === undefined ? null : { signingSecret: secret, password };
};

export const door = createDoor(() => ({ siteUrl: siteUrl(), key: doorKey(), now }));

/** What the password is compared with. Throws where none is set, or half of a hash. */
export const ownerKey = (): DoorKey => {
  const key = doorKey();
  if (!key) throw new MisconfiguredError('ADMIN_PASSWORD is missing: nobody can log in');
  if (!isBrokenHash(key.password)) return key;
  throw new MisconfiguredError('ADMIN_PASSWORD is half a hash: nobody can log in');
};

/** One function of Netlify's that answers the owner alone; 401 to everybody else. */
export const { ownerRoute } = door;

export const siteUrl = (): string => getEnv().PUBLIC_SITE_URL;

/** Unix time in seconds. */
export const now = (): number => Math.floor(Date.now() / 1000);

export const downloadPorts = (): DownloadPorts => ({
  guides: guides(),
  now: now(),
  signingSecret: signingSecret(),
  onFailed: logError,
});
