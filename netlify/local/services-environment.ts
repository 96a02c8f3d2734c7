import { blobsContext } from './blobs.ts';
import { newSecret } from './secrets.ts';
import { SHOP_NAME } from './shared/shop-name.ts';

export type ServiceSecrets = {
  readonly stripe: string;
  readonly webhook: string;
  readonly mail: string;
  /** For Redis and Blobs. */
  readonly stores: string;
};

export const newServiceSecrets = (): ServiceSecrets => ({
  stripe: `sk_test_${newSecret()}`,
  webhook: `whsec_${newSecret()}`,
  mail: `re_${newSecret()}`,
  stores: newSecret(),
});

export const environmentFor = {
  stripe: (url: string, { stripe, webhook }: ServiceSecrets) => ({
    STRIPE_SECRET_KEY: stripe,
    STRIPE_WEBHOOK_SECRET: webhook,
    STRIPE_API_URL: url,
  }),
  mail: (url: string, { mail }: ServiceSecrets) => ({
    MAIL_API_KEY: mail,
    MAIL_FROM: `${SHOP_NAME} <shop@example.com>`,
    MAIL_API_URL: url,
  }),
  redis: (url: string, { stores }: ServiceSecrets) => ({
    UPSTASH_REDIS_REST_URL: url,
    UPSTASH_REDIS_REST_TOKEN: stores,
  }),
  blobs: (url: string, { stores }: ServiceSecrets) => ({
    NETLIFY_BLOBS_CONTEXT: blobsContext(url, stores),
  }),
};
