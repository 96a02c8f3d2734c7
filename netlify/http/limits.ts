import { DAY_IN_SECONDS, HOUR_IN_SECONDS } from '../platform/clock.ts';
import { logRefusal } from './log.ts';
import { Problem } from './problem.ts';

export type Limit = { readonly most: number; readonly windowInSeconds: number };

const perSecond = (most: number): Limit => ({ most, windowInSeconds: 1 });
const perMinute = (most: number): Limit => ({ most, windowInSeconds: 60 });
const perHour = (most: number): Limit => ({ most, windowInSeconds: HOUR_IN_SECONDS });
const perDay = (most: number): Limit => ({ most, windowInSeconds: DAY_IN_SECONDS });

/** Per client, unless a comment says otherwise. A client may be a school behind one IP address. */
export const LIMITS = {
  // Thirty pages that wait for a payment make 240 calls in their first minute.
  flood: [perMinute(600)],
  // With one limit for all clients together, strangers could lock the owner out.
  login: [perMinute(5), perHour(20), perDay(50)],
  // Twice as many as a school of 30 parents needs, and too few to test stolen cards.
  checkout: [perMinute(60)],
  'find-purchase': [perMinute(5), perHour(20)],
  // Per email address, across all clients. The find-purchase page states these numbers.
  'found-email': [perHour(3), perDay(6)],
  // For all clients. Stripe allows 25 calls a second (docs.stripe.com/rate-limits), and the webhook
  // and the schedule need the other 10.
  stripe: [perSecond(15)],
} as const satisfies Record<string, readonly Limit[]>;

export type LimitName = keyof typeof LIMITS;

/** Rounds up: `formatWait(3500) // "in 59 minutes"`. */
const formatWait = (seconds: number): string => {
  if (seconds >= 2 * 3600) return `in ${Math.ceil(seconds / 3600)} hours`;
  if (seconds >= 2 * 60) return `in ${Math.ceil(seconds / 60)} minutes`;
  return `in ${seconds} second${seconds === 1 ? '' : 's'}`;
};

/** Throws 429. `at` is in Unix seconds. */
export const refuseOverLimit = (name: LimitName, { windowInSeconds }: Limit, at: number): never => {
  const waitInSeconds = windowInSeconds - (at % windowInSeconds);
  logRefusal('rate_limited', name);
  const detail = `Too many attempts. Please try again ${formatWait(waitInSeconds)}.`;
  throw new Problem('rate_limited', detail, { 'retry-after': String(waitInSeconds) });
};
