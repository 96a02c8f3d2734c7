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
    link: { text: 'Copy the secret key from Stripe', href: STRIPE_KEYS },
  },
  {
    pattern: /^StripePermission/,
    problem: 'STRIPE_SECRET_KEY is a restricted key without the permission for this request.',
    remedy: `Add the permission at ${STRIPE_KEYS}, or do this in Stripe’s dashboard instead.`,
    link: { text: 'Give the key permission in Stripe', href: STRIPE_KEYS },
  },
  {
    pattern: /max (?:daily )?requests? limit/,
    problem: 'The database has reached its request limit.',
    remedy: `Choose a larger plan at ${UPSTASH}. Until then, the shop reads orders from Stripe.`,
    link: upstashLink('Choose a larger plan in Upstash'),
  },
  {
    pattern: /NOPERM/,
    problem: 'UPSTASH_REDIS_REST_TOKEN is read-only, so the shop can’t save orders.',
    remedy: `Copy the token that isn’t read-only from ${UPSTASH}.`,
    link: upstashLink('Copy the token that isn’t read-only from Upstash'),
  },
  {
    pattern: /WRONGPASS|unauthorized/i,
    problem: 'The database doesn’t recognize UPSTASH_REDIS_REST_TOKEN.',
    remedy: `Copy the URL and the token of the same database again from ${UPSTASH}.`,
    link: upstashLink('Copy the URL and the token from Upstash'),
  },
];

export const findKnownError = (errorText: string): KnownError | undefined =>
  KNOWN_ERRORS.find(({ pattern }) => pattern.test(errorText));
