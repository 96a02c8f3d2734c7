import { catalogueSchema } from '#contract/catalogue.ts';
import catalogJson from '../content/catalog.json' with { type: 'json' };
import { createCheckout } from './adapters/checkout-stripe.ts';
import { createGuides } from './adapters/guides-blobs.ts';
import { createOrders } from './adapters/orders-redis.ts';
import { createStripeClient } from './adapters/stripe-client.ts';
import { createWebhook } from './adapters/webhook-stripe.ts';
import type { DownloadPorts } from './domain/downloads.ts';
import type { EventPorts } from './domain/events.ts';
import { deployContext, getEnv } from './env.ts';
import { logError } from './http/log.ts';

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

export const checkout = once(() =>
  createCheckout({ ...stripeClient(), siteUrl: getEnv().PUBLIC_SITE_URL }),
);

export const webhook = once(() => createWebhook(getEnv().STRIPE_WEBHOOK_SECRET));

export const guides = once(() => createGuides(deployContext()));

export const orderPorts = once((): EventPorts => {
  const env = getEnv();
  return {
    checkout: checkout(),
    orders: createOrders({
      url: env.UPSTASH_REDIS_REST_URL,
      token: env.UPSTASH_REDIS_REST_TOKEN,
      context: deployContext(),
    }),
    onOrdersDown: (error) => logError(error),
  };
});

export const signingSecret = (): string => getEnv().SIGNING_SECRET;

/** Unix time in seconds. */
export const now = (): number => Math.floor(Date.now() / 1000);

export const downloadPorts = (): DownloadPorts => ({
  guides: guides(),
  now: now(),
  signingSecret: signingSecret(),
});
