import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import { getEnv } from '../platform/env.ts';
import { now } from '../platform/clock.ts';
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
  const words = `Too many tries at once. Please try again ${formatWait(wait)}.`;
  throw new Problem('rate_limited', words, { 'retry-after': String(wait) });
};

/** Netlify's edge overwrites it. `x-forwarded-for` begins with whatever the client sent. */
const ADDRESS_HEADER = 'x-nf-client-connection-ip';

const ID_LENGTH = 22;

/**
 * One client is an IPv4 address, or the /48 of an IPv6 address: the most that one site is given (RFC 6177), and
 * rented servers too. By the /64, such a site would be 65,536 clients. Neighbors may share a count, as they do behind
 * one IPv4 address. An IPv4 address in IPv6 form is the same client.
 *
 *     networkOf('2001:db8:1:2::abcd')  // "2001:db8:1"
 *     networkOf('::ffff:192.0.2.1')    // "c000:201", as of 192.0.2.1
 */
const networkOf = (address: string): string => {
  const given = isIPv4(address) ? `::ffff:${address}` : address;
  if (!isIPv6(given) || given.includes('%')) return 'unknown';
  const canonical = new URL(`http://[${given}]`).hostname.slice(1, -1);
  const [, v4] = /^::ffff:(\w+:\w+)$/.exec(canonical) ?? [];
  // "::" stands for two groups of zeros or more. No client's address begins with it.
  const [head = ''] = canonical.split('::');
  return v4 ?? [...head.split(':'), '0', '0'].slice(0, 3).join(':');
};

/** The name of the caller in a counter. Without the secret, it does not reveal the address. */
export const clientOf = (request: Request): string => {
  const network = networkOf(request.headers.get(ADDRESS_HEADER)?.trim() ?? '');
  // Web Crypto would be asynchronous. A call over its limit is refused before anything else starts.
  const hmac = createHmac('sha256', `client:${getEnv().SIGNING_SECRET}`);
  return hmac.update(network).digest('base64url').slice(0, ID_LENGTH);
};

/** The calls of each client to this instance in the current window. */
const calls = new Map<string, number>();
let currentWindow = 0;

/** Counts a call in the memory of this instance, so that a flood costs nothing outside. Throws 429 with Retry-After. */
export const limitFlood = (request: Request): void => {
  const [at, client, [limit]] = [now(), clientOf(request), LIMITS.flood];
  const window = Math.floor(at / limit.windowInSeconds);
  if (window !== currentWindow) calls.clear();
  currentWindow = window;
  const count = (calls.get(client) ?? 0) + 1;
  calls.set(client, count);
  if (count > limit.most) refuse('flood', limit, at);
};
