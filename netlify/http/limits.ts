import { now } from '../platform/clock.ts';
import { clientOf } from './client.ts';
import { logRefusal } from './log.ts';
import { Problem } from './problem.ts';

/** At most so many calls in each window of time. */
export type Limit = { readonly most: number; readonly windowInSeconds: number };

const per = (most: number, windowInSeconds: number): Limit => ({ most, windowInSeconds });

/** A client may be a household or a school behind one address. */
export const LIMITS = {
  // Calls of a client to any route. Thirty pages that wait for a payment call 240 times in their first minute.
  flood: [per(600, 60)],
  // Guesses of the owner's password by a client. A total would let strangers keep the owner out.
  login: [per(5, 60), per(20, 3600), per(50, 86_400)],
  // Checkouts begun by a client: a school of 30 parents, twice over. It is too slow for testing stolen cards.
  checkout: [per(60, 60)],
  // Requests of a client for the email with an address's purchases.
  'find-purchase': [per(5, 60), per(20, 3600)],
  // Those emails to one address, whoever requests them. The page of find-purchase states these numbers.
  'found-email': [per(3, 3600), per(6, 86_400)],
  // Lookups of sessions at Stripe, by all clients. Stripe allows 25 calls a second (docs.stripe.com/rate-limits); the
  // webhook and the schedule need the other 10.
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
export const refuse = (name: LimitName, { windowInSeconds }: Limit, at: number): never => {
  const wait = windowInSeconds - (at % windowInSeconds);
  logRefusal('rate_limited', name);
  throw new Problem(
    'rate_limited',
    `Too many tries at once. Please try again ${formatWait(wait)}.`,
    {
      'retry-after': String(wait),
    },
  );
};

/** The calls of each client to this instance in the current window. */
const calls = new Map<string, number>();
let currentWindow = 0;

/**
 * Counts a call in the memory of this instance, so that a flood costs nothing outside. Returns the client. Throws 429
 * with Retry-After.
 */
export const limitFlood = (request: Request): string => {
  const [at, client, [limit]] = [now(), clientOf(request), LIMITS.flood];
  const window = Math.floor(at / limit.windowInSeconds);
  if (window !== currentWindow) calls.clear();
  currentWindow = window;
  const count = (calls.get(client) ?? 0) + 1;
  calls.set(client, count);
  if (count > limit.most) refuse('flood', limit, at);
  return client;
};
