import { isLive } from '../platform/context.ts';
import { getEnv } from '../platform/env.ts';

/**
 * Returns the URL of a payment's page in Stripe's dashboard. Without an id, returns the URL of the
 * list of payments. The stand-in has one page for both.
 */
export const dashboardUrl = (paymentId = ''): string => {
  const { STRIPE_API_URL: standIn } = getEnv();
  if (standIn) return new URL(`/#${paymentId}`, standIn).href;
  const payments = `https://dashboard.stripe.com${isLive() ? '' : '/test'}/payments`;
  return paymentId === '' ? payments : `${payments}/${paymentId}`;
};
