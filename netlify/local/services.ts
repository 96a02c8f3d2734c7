import { blobsContext } from './blobs.ts';
import { SHOP_NAME } from './kit/pages/layout.ts';
import { createInbox } from './mail/inbox.ts';
import { newSecret } from './secrets.ts';
import { createStripeStandIn } from './stripe/stand-in.ts';

/** By which the services know the shop. */
export type Secrets = Readonly<Record<'stripe' | 'webhook' | 'mail' | 'stores', string>>;

export const newSecrets = (): Secrets => ({
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

type At = {
  /** The service's own address, as in http://localhost:8889 */
  readonly origin: string;
  readonly siteUrl: string;
  /** Keeps the state across restarts; null keeps it in memory. */
  readonly stateFile: string | null;
};

export const openStripe = ({ origin, siteUrl, stateFile }: At, secrets: Secrets) =>
  createStripeStandIn({
    origin,
    secretKey: secrets.stripe,
    webhookUrl: `${siteUrl}/api/stripe-webhook`,
    webhookSecret: secrets.webhook,
    stateFile,
  });

export const openInbox = ({ origin, stateFile }: Omit<At, 'siteUrl'>, secrets: Secrets) =>
  createInbox({ origin, apiKey: secrets.mail, stateFile });
