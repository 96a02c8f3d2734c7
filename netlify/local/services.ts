import { randomBytes } from 'node:crypto';
import { blobsContext } from './blobs.ts';
import { SHOP_NAME } from './kit/layout.ts';

export const newSecret = (bytes = 32): string => randomBytes(bytes).toString('hex');

/** Short enough to type. */
export const newPassword = (): string => newSecret(10);

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
