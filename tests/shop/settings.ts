/**
 * The settings that every shop needs, for tests without services. No response may contain these
 * secrets.
 */
export const SETTINGS = {
  STRIPE_SECRET_KEY: 'sk_live_keptbythetests',
  STRIPE_WEBHOOK_SECRET: 'whsec_keptbythetests',
  UPSTASH_REDIS_REST_URL: 'https://kept.upstash.io',
  UPSTASH_REDIS_REST_TOKEN: 'token-keptbythetests',
  SIGNING_SECRET: 'signing secret kept by the tests',
  PUBLIC_SITE_URL: 'https://shop.example',
} as const;

/** All settings of a live shop. */
export const LIVE_SETTINGS = {
  ...SETTINGS,
  BUYER_SECRET: 'buyer secret that is kept by the tests',
  PUBLIC_SUPPORT_EMAIL: 'help@shop.example',
  ADMIN_PASSWORD: `scrypt:keptbythetests${'x'.repeat(8)}:${'x'.repeat(43)}`,
  MAIL_API_KEY: 're_keptbythetests',
  MAIL_FROM: 'Coins <hello@shop.example>',
  OWNER_EMAIL: 'owner@shop.example',
  PUBLIC_ADS_CONVERSION: 'AW-123456789/AbC-D_efG',
} as const;
