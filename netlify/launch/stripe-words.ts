import type { Unavailable } from '../clients/unavailable.ts';

/** Our client names no more of an error than this: Stripe's messages may hold what was sent. */
const NEXT_STEPS: readonly [string, string][] = [
  [
    'StripeAuthentication',
    'It does not know STRIPE_SECRET_KEY: copy the key again from https://dashboard.stripe.com/apikeys',
  ],
  [
    'StripePermission',
    'The key may not write webhook endpoints: take a secret key, or give this one the permission.',
  ],
  ['StripeInvalidRequest', 'Its log says what it refused: https://dashboard.stripe.com/logs'],
];

/** What Stripe did not do, and the next step. */
export const explainStripe = ({ reason }: Unavailable): string => {
  const [, next] = NEXT_STEPS.find(([type]) => reason.startsWith(type)) ?? [];
  return `Stripe did not do it (${reason}). ${next ?? 'Try again in a minute.'}`;
};
