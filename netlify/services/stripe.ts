import { createCheckout } from '../adapters/checkout-stripe.ts';
import { createSessionReader } from '../adapters/session-stripe.ts';
import { createStripeClient } from '../adapters/stripe-client.ts';
import { getEnv } from '../env.ts';
import { logDoubtful } from '../http/log.ts';
import { once } from './once.ts';
import { siteUrl } from './settings.ts';

export const stripeClient = once(() => {
  const env = getEnv();
  return createStripeClient({ secretKey: env.STRIPE_SECRET_KEY, apiUrl: env.STRIPE_API_URL });
});

export const sessionReader = once(() =>
  createSessionReader({ ...stripeClient(), onDoubtful: (id) => logDoubtful(id) }),
);

export const checkout = once(() =>
  createCheckout({ ...stripeClient(), ...sessionReader(), siteUrl: siteUrl() }),
);
