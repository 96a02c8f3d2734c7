import path from 'node:path';
import { Hono } from 'hono';
import { blobsContext, createBlobs } from './blobs.ts';
import { SHOP_NAME } from './shared/shop-name.ts';
import { createInbox } from './mail/inbox.ts';
import { createRest, startEngine } from './redis.ts';
import { serveOnLoopback, serveOnceMade } from './serve.ts';
import { newSecret } from './settings.ts';
import { createStripeStandIn } from './stripe/stand-in.ts';

/** By which the services know the shop. */
export type Secrets = Readonly<Record<'stripe' | 'webhook' | 'mail' | 'stores', string>>;

const newSecrets = (): Secrets => ({
  stripe: `sk_test_${newSecret()}`,
  webhook: `whsec_${newSecret()}`,
  mail: `re_${newSecret()}`,
  stores: newSecret(),
});

/** The variables by which functions find a service at an address. */
export const environmentFor = {
  stripe: (url: string, { stripe, webhook }: Secrets) => ({
    STRIPE_SECRET_KEY: stripe,
    STRIPE_WEBHOOK_SECRET: webhook,
    STRIPE_API_URL: url,
  }),
  mail: (url: string, { mail }: Secrets) => ({
    MAIL_API_KEY: mail,
    MAIL_FROM: `${SHOP_NAME} <shop@example.com>`,
    MAIL_API_URL: url,
  }),
  redis: (url: string, { stores }: Secrets) => ({
    UPSTASH_REDIS_REST_URL: url,
    UPSTASH_REDIS_REST_TOKEN: stores,
  }),
  blobs: (url: string, { stores }: Secrets) => ({
    NETLIFY_BLOBS_CONTEXT: blobsContext(url, stores),
  }),
};

type Wanted = {
  /** Keeps the data across restarts. */
  readonly directory: string;
  readonly siteUrl?: string;
  /** A port for the Stripe stand-in and the inbox, and one for Redis and Blobs. 0 takes any free port. */
  readonly ports?: Readonly<Record<'payments' | 'stores', number>>;
  /** Whether each is served. Blobs always is, and the inbox only beside the Stripe stand-in. */
  readonly withRedis?: boolean;
  readonly withStripe?: boolean;
  readonly withMail?: boolean;
};

const NOT_LASTING =
  'Orders: this machine has no redis-server, so they are lost when the shop stops.';

/** Serves the local services on two ports. Returns the environment by which functions find them, and lines to print. */
export const serveServices = async ({
  directory,
  siteUrl = '',
  ports = { payments: 0, stores: 0 },
  withRedis = false,
  withStripe = false,
  withMail = false,
}: Wanted) => {
  const secrets = newSecrets();
  const engine = withRedis ? await startEngine(path.join(directory, 'redis')) : null;
  const app = new Hono();
  if (engine) app.route('/redis', createRest(engine.redis, secrets.stores));
  app.route('/', createBlobs(path.join(directory, 'blobs'), secrets.stores));
  const stores = await serveOnLoopback((request) => app.fetch(request), ports.stores);

  // The stand-in needs its own address, which is known once the port is open.
  const payments = withStripe ? await serveOnceMade(ports.payments) : null;
  const origin = payments?.origin ?? '';
  const stripe =
    payments &&
    createStripeStandIn({
      origin,
      secretKey: secrets.stripe,
      webhookUrl: `${siteUrl}/api/stripe-webhook`,
      webhookSecret: secrets.webhook,
      stateFile: path.join(directory, 'stripe.json'),
    });
  const inbox =
    stripe && withMail ? createInbox(secrets.mail, path.join(directory, 'inbox.json')) : null;
  if (stripe) {
    const both = new Hono().route('/', inbox ?? new Hono()).mount('/', stripe.fetch);
    payments.answerBy((request) => both.fetch(request));
  }
  const environment: Readonly<Record<string, string>> = {
    ...environmentFor.blobs(stores.origin, secrets),
    ...(engine && environmentFor.redis(`${stores.origin}/redis`, secrets)),
    ...(stripe && environmentFor.stripe(origin, secrets)),
    ...(inbox && environmentFor.mail(origin, secrets)),
  };
  return {
    environment,
    notes: [
      ...(engine?.lasting === false ? [NOT_LASTING] : []),
      ...(stripe ? [`Stripe stand-in: ${origin} (no money moves)`] : []),
      ...(inbox ? [`Inbox: ${origin}/inbox`] : []),
    ],
    close: async (): Promise<void> => {
      stripe?.close();
      await payments?.close();
      await stores.close();
      await engine?.stop();
    },
  };
};
