import type { CheckLink } from '#contract/health.ts';
import { STRIPE_KEYS, UPSTASH, upstashLink } from './vendor-pages.ts';

/** An error with a cause that the owner can fix. */
type KnownError = {
  /** Matches the type of Stripe's error, or Upstash's message. */
  readonly pattern: RegExp;
  readonly problem: string;
  readonly remedy: string;
  readonly link: CheckLink;
};

const KNOWN_ERRORS: readonly KnownError[] = [
  {
    pattern: /^StripeAuthentication/,
    problem: 'Stripe doesn’t recognize STRIPE_SECRET_KEY.',
    remedy: `Copy the secret key again from ${STRIPE_KEYS}. A new one may have replaced it.`,
    link: { text: 'Copy the secret key at Stripe', href: STRIPE_KEYS },
  },
  {
    pattern: /^StripePermission/,
    problem: 'The key is restricted and has no permission for this.',
    remedy: `Give it permission at ${STRIPE_KEYS}, or check this in Stripe’s dashboard.`,
    link: { text: 'Give the key permission at Stripe', href: STRIPE_KEYS },
  },
  {
    pattern: /max (?:daily )?requests? limit/,
    problem: 'The database has reached its request limit at Upstash.',
    remedy: `Choose a larger plan at ${UPSTASH}. Until then, the shop reads orders from Stripe.`,
    link: upstashLink('Choose a larger plan at Upstash'),
  },
  {
    pattern: /NOPERM/,
    problem: 'The token is read-only, so no order would be saved.',
    remedy: `Set UPSTASH_REDIS_REST_TOKEN to the token that isn’t read-only, from ${UPSTASH}.`,
    link: upstashLink('Copy the token that isn’t read-only at Upstash'),
  },
  {
    pattern: /WRONGPASS|unauthorized/i,
    problem: 'The database doesn’t recognize UPSTASH_REDIS_REST_TOKEN.',
    remedy: `Copy the URL and the token of the same database again from ${UPSTASH}.`,
    link: upstashLink('Copy the URL and the token at Upstash'),
  },
];

export const findKnownError = (errorText: string): KnownError | undefined =>
  KNOWN_ERRORS.find(({ pattern }) => pattern.test(errorText));
