import {
  type Counter,
  type Limit,
  type Quota,
  secondsToWait,
  talliesOf,
} from '../domain/limits.ts';
import type { Caller, Known } from '../domain/lookup.ts';
import { clientOf } from './client.ts';
import { logRefusal } from './log.ts';
import { Problem } from './problem.ts';

const perMinute = (most: number): Quota => ({ most, windowInSeconds: 60 });
const perSecond = (most: number): Quota => ({ most, windowInSeconds: 1 });

/**
 * What each route lets through. A client may be a household or a school behind one address.
 *
 * What is 'shared' is counted in Redis, and fails open: while Redis is down, each instance goes by its
 * own count, since an outage must not stop a parent who pays or has paid. What is counted by 'instance'
 * needs nothing that could fail.
 *
 * Routes that look an order up have no total of their own: it would let strangers shut out parents whose
 * order is recorded, at the cost of one read. What must be bounded over all is Stripe; see below.
 *
 * Not here: `reconcile`, which no address leads to, and `not-found`, whose answer is kept in memory.
 */
export const LIMITS = {
  // 30 parents of a school at once, twice over; too slow for who makes sessions to try cards in. The
  // total is what Stripe takes at one address, 25 a second: less would close the shop for less.
  'create-payment': { perClient: perMinute(60), total: perMinute(1500), counted: 'shared' },
  // A waiting page asks 8 times in its first minute; thirty of them may share an address.
  'verify-payment': { perClient: perMinute(240), counted: 'shared' },
  orders: { perClient: perMinute(240), counted: 'shared' },
  'secure-file-access': { perClient: perMinute(240), counted: 'shared' },
  'purchase-page': { perClient: perMinute(60), counted: 'shared' },
  // A download of a bundle is four, and each one resumed is one more.
  files: { perClient: perMinute(240), counted: 'shared' },
  // Costs nothing outside: asking Redis would be dearer than answering.
  products: { perClient: perMinute(600), total: perMinute(30_000), counted: 'instance' },
  // Counts only what Stripe has not signed: its own events must not be lost, however many there are.
  'stripe-webhook': { perClient: perMinute(60), total: perMinute(6000), counted: 'instance' },
} as const satisfies Record<string, Limit>;

export type LimitedRoute = keyof typeof LIMITS;

/**
 * Callers' questions to Stripe about a session, over all routes. Stripe answers 25 calls a second at one
 * address of its API, and in a sandbox no more in all (docs.stripe.com/rate-limits). The webhook and
 * the reconciler ask there too, so this leaves them 10.
 */
const QUESTIONS = { total: perSecond(15), counted: 'shared' } as const satisfies Limit;

/**
 * Asked once by a parent who comes back before the webhook, and again and again by who tries ids. A
 * page that waits for a bank has its order recorded, and is not counted here.
 */
const UNRECORDED = { perClient: perMinute(30), counted: 'shared' } as const satisfies Limit;

type GateOptions = {
  readonly shared: Counter<Promise<number>>;
  readonly own: Counter<number>;
  /** Unix time in seconds. */
  readonly now: () => number;
  /** Told that the shared counter failed; the caller is served all the same. */
  readonly onUnreachable: (error: unknown) => void;
  readonly secret: string;
  /** What every number above is multiplied by. */
  readonly factor: number;
};

type NamedLimit = readonly [name: string, limit: Limit];

const questionLimits = (known: Known): readonly NamedLimit[] => [
  // While the orders are down nobody's is known, and a parent who has paid must still get through.
  ...(known === 'nothing' ? [['unrecorded', UNRECORDED] as const] : []),
  ['stripe', QUESTIONS],
];

/** Counts callers. Throws 429 with Retry-After where a call is one too many. */
export const createGate = ({ shared, own, now, onUnreachable, secret, factor }: GateOptions) => {
  const failOpen = (error: unknown): number => {
    onUnreachable(error);
    return -1;
  };

  const count = (
    route: LimitedRoute,
    request: Request,
    limits: readonly NamedLimit[],
    counted: Limit['counted'],
  ): Promise<void> => {
    const at = now();
    const call = { client: clientOf(request, secret), at, factor };
    const tallies = limits.flatMap(([name, limit]) => talliesOf(name, limit, call));

    const refuse = (full: number): void => {
      const wait = secondsToWait(tallies, full, at);
      if (wait === 0) return;
      logRefusal('rate_limited', route);
      const words = `That were too many requests at once. Please try again in ${wait} seconds.`;
      throw new Problem('rate_limited', words, { 'retry-after': String(wait) });
    };

    refuse(own(tallies));
    if (counted === 'instance') return Promise.resolve();
    return shared(tallies).catch(failOpen).then(refuse);
  };

  /**
   * What is over the limit by this instance's own count throws at once, and not by the promise, before
   * anything is sent: a flood costs nothing outside.
   */
  const admit = (route: LimitedRoute, request: Request): Promise<void> =>
    count(route, request, [[route, LIMITS[route]]], LIMITS[route].counted);

  const callerOf = (route: LimitedRoute, request: Request): Caller => ({
    admitted: admit(route, request),
    // Where the orders are out of reach, so are the counts: asking would be one more wait.
    mayAskStripe: async (known) =>
      count(route, request, questionLimits(known), known === 'unreachable' ? 'instance' : 'shared'),
  });

  return { admit, callerOf };
};
