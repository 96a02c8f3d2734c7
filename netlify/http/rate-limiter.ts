import { now } from '../clock.ts';
import { deployContext, getEnv } from '../env.ts';
import { clientOf } from './client.ts';
import { createLocalCounter, countShared } from './counters.ts';
import {
  LIMITS,
  type LimitName,
  type LimitedRoute,
  type LocalRoute,
  type NamedLimit,
  secondsToWait,
  talliesOf,
} from './limits.ts';
import { logError, logRefusal } from './log.ts';
import { Problem } from './problem.ts';

/** Each unit is used from `from` of it on. */
const UNITS = [
  { unit: 'hours', inSeconds: 3600, from: 2 },
  { unit: 'minutes', inSeconds: 60, from: 2 },
] as const;

/**
 * A wait in words, rounded up.
 *
 *     formatWait(1)     // "in 1 second"
 *     formatWait(60)    // "in 60 seconds"
 *     formatWait(3500)  // "in 59 minutes"
 */
const formatWait = (seconds: number): string => {
  const found = UNITS.find(({ inSeconds, from }) => seconds >= from * inSeconds);
  if (found) return `in ${Math.ceil(seconds / found.inSeconds)} ${found.unit}`;
  return `in ${seconds} second${seconds === 1 ? '' : 's'}`;
};

const local = createLocalCounter();

type Count = {
  readonly route: LimitedRoute | 'login' | 'find-purchase' | 'receipt';
  /** The calls of one client count together. */
  readonly client: string;
  readonly limits: readonly LimitName[];
  /** Whether the totals apply to this caller. */
  readonly withTotals?: boolean;
  /** Counts for all instances together; without it each instance counts for itself. */
  readonly shared?: typeof countShared;
  /** Multiplies the limits, in place of RATE_LIMIT_FACTOR. */
  readonly factor?: number;
  /** Whether a call that Redis cannot count is refused. */
  readonly failsClosed?: boolean;
};

/**
 * Counts a call. Throws 429 with Retry-After beyond a limit. The instance's own count comes first, so that a flood never
 * reaches Redis.
 */
const count = async (call: Count): Promise<void> => {
  const { route, client, limits, shared, withTotals = true, failsClosed = false } = call;
  const at = now();
  const { factor = getEnv().RATE_LIMIT_FACTOR } = call;
  const named = limits.map((name): NamedLimit => {
    const limit = LIMITS[name];
    return [name, withTotals ? limit : { ...limit, total: undefined }];
  });
  const tallies = talliesOf(named, { client, at, factor });

  const refuse = (full: number): void => {
    const wait = secondsToWait(tallies, full, at);
    if (wait === 0) return;
    logRefusal('rate_limited', route);
    const words = `Those were too many ${route === 'login' ? 'tries' : 'requests'} at once.`;
    throw new Problem('rate_limited', `${words} Please try again ${formatWait(wait)}.`, {
      'retry-after': String(wait),
    });
  };

  refuse(local.count(tallies));
  if (!shared) return;
  const full = await shared(deployContext(), tallies).catch((error: unknown) => {
    if (failsClosed) throw error;
    logError(error);
    return -1;
  });
  refuse(full);
};

const clientBehind = (request: Request): string => clientOf(request, getEnv().SIGNING_SECRET);

/** Counts a call of a route by this instance. Throws 429 beyond its limit. */
export const limitRate = (route: LocalRoute, request: Request): Promise<void> =>
  count({ route, client: clientBehind(request), limits: [route] });

/** Counts a press of a buy button. Throws 429 beyond the limit. */
export const limitPayments = (request: Request): Promise<void> => {
  const route = 'create-payment';
  return count({ route, client: clientBehind(request), limits: [route], shared: countShared });
};

/** A caller whose call of a route was counted. */
export type Caller = {
  readonly route: LimitedRoute;
  /** Stands for the client. */
  readonly client: string;
};

/** Counts a call of a route that looks up an order. Throws 429 beyond its limit. */
export const callerOf = async (route: LocalRoute, request: Request): Promise<Caller> => {
  await limitRate(route, request);
  return { route, client: clientBehind(request) };
};

const missesOf = ({ client }: Caller) =>
  talliesOf([['misses', LIMITS.misses]], {
    client,
    at: now(),
    factor: getEnv().RATE_LIMIT_FACTOR,
  });

/** Whether so many of the caller's lookups have found nothing that the next may not ask Redis first. */
export const hasMissedOften = (caller: Caller): boolean => missesOf(caller).some(local.isFull);

export const countMiss = (caller: Caller): void => void local.count(missesOf(caller));

/**
 * What Redis has of the session that Stripe is asked for. 'unreachable': Redis did not answer. 'unasked': it was not
 * asked, since the caller has missed too often.
 */
type Known = 'order' | 'nothing' | 'unreachable' | 'unasked';

/** Counts a question to Stripe before it is asked. Throws 429 beyond the limit. */
export const limitQuestion = ({ route, client }: Caller, known: Known): Promise<void> => {
  // While Redis is down no session is known, and a parent who has paid must still get through.
  const isUnrecorded = known === 'nothing' || known === 'unasked';
  return count({
    route,
    client,
    limits: isUnrecorded ? ['unrecorded', 'stripe'] : ['stripe'],
    // The counts are in Redis too: while it is down, asking for them would only add a wait.
    ...((known === 'order' || known === 'nothing') && { shared: countShared }),
  });
};

/**
 * Counts a guess of the password: by the browser if the owner has logged in with it before, else by client and in total.
 * It fails closed, so that nobody can guess without end by making Redis fail, and RATE_LIMIT_FACTOR does not apply.
 * Throws 429 beyond a limit, and 503 where the guess cannot be counted.
 */
export const limitGuesses = (request: Request, browser: string | null): Promise<void> =>
  count({
    route: 'login',
    client: browser ?? clientBehind(request),
    limits: ['login-minute', 'login-hour', 'login-day'],
    withTotals: browser === null,
    shared: countShared,
    factor: 1,
    failsClosed: true,
  });

/** Counts a request of find-purchase. Throws 429 beyond a limit. */
export const limitFinds = (request: Request): Promise<void> =>
  count({
    route: 'find-purchase',
    client: clientBehind(request),
    limits: ['find-purchase-minute', 'find-purchase-hour', 'find-purchase-second'],
    shared: countShared,
  });

/** Counts an email to a buyer. The page names the limits, so RATE_LIMIT_FACTOR does not apply. Throws 429. */
export const limitMails = (buyer: string): Promise<void> =>
  count({
    route: 'find-purchase',
    client: buyer,
    limits: ['found-mail-hour', 'found-mail-day'],
    shared: countShared,
    factor: 1,
  });

/** Counts an email that the owner sends, in all their sessions. Throws 429 beyond the limit. */
export const limitOwnersMails = (): Promise<void> =>
  count({ route: 'receipt', client: 'owner', limits: ['owners-mails'], shared: countShared });
