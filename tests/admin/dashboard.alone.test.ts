import { expect, test, vi } from 'vitest';
import { SETTINGS } from '../shop/settings.ts';

const STRIPE = 'https://dashboard.stripe.com';
const LIVE = { STRIPE_SECRET_KEY: 'sk_live_1' };
const TEST = { STRIPE_SECRET_KEY: 'sk_test_1' };
const STAND_IN = { ...TEST, STRIPE_API_URL: 'http://localhost:8889' };

test.each([
  ['', LIVE, `${STRIPE}/payments`],
  ['pi_1', LIVE, `${STRIPE}/payments/pi_1`],
  ['', TEST, `${STRIPE}/test/payments`],
  ['pi_1', TEST, `${STRIPE}/test/payments/pi_1`],
  ['pi_1', STAND_IN, 'http://localhost:8889/#pi_1'],
])('the owner’s link to the payment "%s" with %j leads to %s', async (id, settings, url) => {
  vi.resetModules();
  for (const [name, value] of Object.entries({ ...SETTINGS, ...settings })) vi.stubEnv(name, value);
  const { dashboardUrl } = await import('../../netlify/shop/stripe-dashboard.ts');
  expect(dashboardUrl(id)).toBe(url);
});
