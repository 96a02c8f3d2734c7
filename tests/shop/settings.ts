/** The settings that every shop needs, for tests without services. */
export const SETTINGS = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  UPSTASH_REDIS_REST_URL: 'https://example.upstash.io',
  UPSTASH_REDIS_REST_TOKEN: 'token',
  SIGNING_SECRET: 'x'.repeat(32),
  PUBLIC_SITE_URL: 'https://shop.example',
} as const;
