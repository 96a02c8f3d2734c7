import { expect, test, vi } from 'vitest';
import { SETTINGS } from '../shop/settings.ts';

const LIVE = { STRIPE_SECRET_KEY: 'sk_live_1' };
const TEST = { STRIPE_SECRET_KEY: 'sk_test_1' };
const STAND_IN = { ...TEST, STRIPE_API_URL: 'http://localhost:8889' };

test.each([
  {
    name: 'the list of live payments',
    settings: LIVE,
    payment: '',
    url: 'https://dashboard.stripe.com/payments',
  },
  {
    name: 'a live payment',
    settings: LIVE,
    payment: 'pi_1',
    url: 'https://dashboard.stripe.com/payments/pi_1',
  },
  {
    name: 'the list of test payments',
    settings: TEST,
    payment: '',
    url: 'https://dashboard.stripe.com/test/payments',
  },
  {
    name: 'a test payment',
    settings: TEST,
    payment: 'pi_1',
    url: 'https://dashboard.stripe.com/test/payments/pi_1',
  },
  {
    name: 'a payment in the local Stripe stand-in',
    settings: STAND_IN,
    payment: 'pi_1',
    url: 'http://localhost:8889/#pi_1',
  },
])('links to $name', async ({ settings, payment, url }) => {
  vi.resetModules();
  for (const [name, value] of Object.entries({ ...SETTINGS, ...settings })) vi.stubEnv(name, value);
  const { dashboardUrl } = await import('../../netlify/shop/stripe-dashboard.ts');
  expect(dashboardUrl(payment)).toBe(url);
});
