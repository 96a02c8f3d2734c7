import type { Check } from '#contract/health.ts';
import { Unavailable } from '../platform/unavailable.ts';

const finding =
  (state: Check['state']) =>
  (about: string, says: string, next: string): Check => ({ about, state, says, next });

/** The shop works. */
export const warning = finding('warning');

/** It must be fixed. */
export const fault = finding('fault');

export const ok = (about: string, says: string): Check => ({
  about,
  state: 'ok',
  says,
  next: null,
});

export const worst = (checks: readonly Check[]): Check['state'] =>
  (['fault', 'warning'] as const).find((state) => checks.some((one) => one.state === state)) ??
  'ok';

export const UPSTASH = 'https://console.upstash.com';
const STRIPE_KEYS = 'https://dashboard.stripe.com/apikeys';

/** Refusals that a person can act on, by Stripe's type of error, or by Upstash's message. */
const REFUSALS: readonly (readonly [form: RegExp, says: string, next: string])[] = [
  [
    /^StripeAuthentication/,
    'Stripe doesn’t recognize STRIPE_SECRET_KEY.',
    `Copy the secret key again from ${STRIPE_KEYS}. A new one may have replaced it.`,
  ],
  [
    /^StripePermission/,
    'The key is restricted and has no permission for this.',
    `Give it permission at ${STRIPE_KEYS}, or look in Stripe’s dashboard.`,
  ],
  [
    /max (?:daily )?req/,
    'Upstash’s limit of requests is reached.',
    `Choose a larger plan at ${UPSTASH}. Until then, buyers are served by asking Stripe.`,
  ],
  [
    /NOPERM/,
    'The token is read-only, so no order would be saved.',
    `Set UPSTASH_REDIS_REST_TOKEN to the token that isn’t read-only, from ${UPSTASH}.`,
  ],
  [
    /WRONGPASS|unauthorized/i,
    'The database doesn’t recognize UPSTASH_REDIS_REST_TOKEN.',
    `Copy the URL and the token of the same database again from ${UPSTASH}.`,
  ],
];

/** The known refusal that an error's text stands for; undefined if there is none. */
export const refusalOf = (text: string) => {
  const [form, says = '', next = ''] = REFUSALS.find(([known]) => known.test(text)) ?? [];
  return form && { says, next };
};

const errorReason = (error: unknown): string => {
  if (error instanceof Unavailable) return error.reason;
  return error instanceof Error ? error.name : 'unknown';
};

/** Asks a service. If it fails, the result is a fault with `next` as its remedy, unless the error is known. */
export const checkService = async (
  about: string,
  next: string,
  ask: () => Promise<Check | readonly Check[]>,
): Promise<Check[]> => {
  try {
    return [await ask()].flat();
  } catch (error) {
    const reason = errorReason(error);
    // A vendor's message quotes what was sent, so it is matched and never shown.
    const known = refusalOf(error instanceof Error ? `${reason} ${error.message}` : reason);
    if (!known) return [fault(about, `It doesn’t respond (${reason}).`, next)];
    // The shop itself needs fewer permissions than this check.
    const state = reason.startsWith('StripePermission') ? warning : fault;
    return [state(about, known.says, known.next)];
  }
};
