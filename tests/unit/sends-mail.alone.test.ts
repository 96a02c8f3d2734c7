import { expect, test, vi } from 'vitest';

const COMPLETE = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  UPSTASH_REDIS_REST_URL: 'https://example.upstash.io',
  UPSTASH_REDIS_REST_TOKEN: 'token',
  SIGNING_SECRET: 'x'.repeat(32),
  MAIL_API_KEY: 're_1',
  MAIL_FROM: 'Coins <hello@shop.example>',
  OWNER_EMAIL: 'owner@shop.example',
};

test.each([
  ['a shop on the web', { PUBLIC_SITE_URL: 'https://shop.example', STRIPE_API_URL: '' }, true],
  [
    'a local shop that asks Stripe itself',
    { PUBLIC_SITE_URL: 'http://localhost:8888', STRIPE_API_URL: '' },
    false,
  ],
  [
    'a local shop with a stand-in',
    { PUBLIC_SITE_URL: 'http://localhost:8888', STRIPE_API_URL: 'http://localhost:8889' },
    true,
  ],
  [
    'a shop without a sender',
    { PUBLIC_SITE_URL: 'https://shop.example', STRIPE_API_URL: '', MAIL_FROM: '' },
    false,
  ],
] as const)('whether %s sends email and alerts: %j', async (_what, settings, sends) => {
  vi.resetModules();
  for (const [name, value] of Object.entries({ ...COMPLETE, ...settings })) vi.stubEnv(name, value);
  const { ownerAddress, sendsMail } = await import('../../netlify/platform/env.ts');
  expect([sendsMail(), ownerAddress()]).toEqual([sends, sends ? COMPLETE.OWNER_EMAIL : null]);
});
