import { logRefusal } from './log.ts';
import { Problem } from './problem.ts';

export type Limit = { readonly most: number; readonly windowInSeconds: number };

const per = (most: number, windowInSeconds: number): Limit => ({ most, windowInSeconds });

/** A client may be a household or a school behind one address. */
export const LIMITS = {
  // Calls of a client to any route. Thirty pages that wait for a payment call 240 times in their
  // first minute.
  flood: [per(600, 60)],
  // Guesses of the owner's password by a client. With a limit on the total, strangers could keep
  // the owner out.
  login: [per(5, 60), per(20, 3600), per(50, 86_400)],
  // Checkouts opened by a client: twice as many as a school of 30 parents needs, and too few to
  // test stolen cards.
  checkout: [per(60, 60)],
  // Requests of a client for the email that lists an address's purchases.
  'find-purchase': [per(5, 60), per(20, 3600)],
  // Those emails to one address, from all clients. The find-purchase page states these numbers.
  'found-email': [per(3, 3600), per(6, 86_400)],
  // Lookups of sessions at Stripe by all clients. Stripe allows 25 calls a second
  // (docs.stripe.com/rate-limits). The webhook and the schedule need the other 10.
  stripe: [per(15, 1)],
} as const satisfies Record<string, readonly Limit[]>;

export type LimitName = keyof typeof LIMITS;

/**
 * The wait in words, rounded up.
 *
 *     formatWait(1)     // "in 1 second"
 *     formatWait(60)    // "in 60 seconds"
 *     formatWait(3500)  // "in 59 minutes"
 */
const formatWait = (seconds: number): string => {
  if (seconds >= 2 * 3600) return `in ${Math.ceil(seconds / 3600)} hours`;
  if (seconds >= 2 * 60) return `in ${Math.ceil(seconds / 60)} minutes`;
  return `in ${seconds} second${seconds === 1 ? '' : 's'}`;
};

/** Throws 429 with Retry-After. `at` is in Unix seconds. */
export const refuseOverLimit = (name: LimitName, { windowInSeconds }: Limit, at: number): never => {
  const waitInSeconds = windowInSeconds - (at % windowInSeconds);
  logRefusal('rate_limited', name);
  const detail = `Too many tries at once. Please try again ${formatWait(waitInSeconds)}.`;
  throw new Problem('rate_limited', detail, { 'retry-after': String(waitInSeconds) });
};
