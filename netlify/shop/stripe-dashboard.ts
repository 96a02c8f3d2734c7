import { isLive } from '../platform/context.ts';
import { getEnv } from '../platform/env.ts';

/**
 * Returns the URL of a payment's page, or by default of the page with all payments. The stand-in
 * has one page for both.
 */
export const dashboardUrl = (paymentId = ''): string => {
  const { STRIPE_API_URL: standIn } = getEnv();
  if (standIn) return new URL(`/#${paymentId}`, standIn).href;
  const payments = `https://dashboard.stripe.com${isLive() ? '' : '/test'}/payments`;
  return paymentId === '' ? payments : `${payments}/${paymentId}`;
};
