import { type Limit, type LimitPorts, secondsToWait } from '../domain/limits.ts';
import { clientOf } from './client.ts';
import { Problem } from './problem.ts';

const MINUTE = { windowInSeconds: 60 } as const;

/** An outage of Redis must not stop a parent who pays or has paid. */
const SHARED = { ...MINUTE, counted: 'shared', unreachable: 'open' } as const;

const OWN = { ...MINUTE, counted: 'instance', unreachable: 'open' } as const;

/**
 * What each route lets through. A client may be a household or a school behind one address. What asks
 * Stripe about a session stays in sum below the 100 calls a second that Stripe allows an account.
 *
 * Not here: `reconcile`, which no address leads to, and `not-found`, whose answer is kept in memory.
 */
export const LIMITS = {
  // 30 parents of a school at once, twice over; too slow for who makes sessions to try cards in.
  'create-payment': { ...SHARED, perClient: 60, total: 600 },
  // A waiting page asks 8 times in its first minute; thirty of them may share an address.
  'verify-payment': { ...SHARED, perClient: 240, total: 1500 },
  orders: { ...SHARED, perClient: 240, total: 1500 },
  'secure-file-access': { ...SHARED, perClient: 240, total: 1500 },
  'purchase-page': { ...SHARED, perClient: 60, total: 600 },
  // A download of a bundle is four, and each one resumed is one more.
  files: { ...SHARED, perClient: 240, total: 6000 },
  // Costs nothing outside: asking Redis would be dearer than answering.
  products: { ...OWN, perClient: 600, total: 30_000 },
  // Counts only what Stripe has not signed: its own events must not be lost, however many there are.
  'stripe-webhook': { ...OWN, perClient: 60, total: 6000 },
} as const satisfies Record<string, Limit>;

export type LimitedRoute = keyof typeof LIMITS;

type GateOptions = LimitPorts & {
  readonly secret: string;
  /** What every number above is multiplied by. */
  readonly factor: number;
};

/** Counts a call of a route. Throws 429 with Retry-After where it is one too many. */
export const createGate =
  ({ secret, factor, ...ports }: GateOptions) =>
  async (route: LimitedRoute, request: Request): Promise<void> => {
    const { perClient, total, ...limit } = LIMITS[route];
    const scaled = { ...limit, perClient: perClient * factor, total: total * factor };
    const wait = await secondsToWait(ports, route, clientOf(request, secret), scaled);
    if (wait === 0) return;
    const words = `That were too many requests at once. Please try again in ${wait} seconds.`;
    throw new Problem('rate_limited', words, { 'retry-after': String(wait) });
  };
