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

/** Units by the number of them from which they are easier to read than the next smaller one. */
const UNITS = [
  { unit: 'hours', inSeconds: 3600, from: 2 },
  { unit: 'minutes', inSeconds: 60, from: 2 },
] as const;

/**
 * How long to wait, for a person to read; never too short.
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
  /** Whose calls are counted together. */
  readonly client: string;
  readonly limits: readonly LimitName[];
  /** false where the totals are not for who calls. */
  readonly withTotals?: boolean;
  /** Counts over all instances; without it, each counts for itself. */
  readonly shared?: typeof countShared;
  /** What the limits are multiplied by, where that is not RATE_LIMIT_FACTOR. */
  readonly factor?: number;
  /** Whether a call that cannot be counted over all instances is refused. */
  readonly failsClosed?: boolean;
};

/**
 * Counts a call. Throws 429 with Retry-After where it is one too many. What is too much by this instance's own count is
 * refused before anything is sent, so that a flood costs nothing outside.
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

/** Counts a call of a route that is counted by instance. Throws 429 where it is one too many. */
export const limitRate = (route: LocalRoute, request: Request): Promise<void> =>
  count({ route, client: clientBehind(request), limits: [route] });

/** Counts a press of a buy button. Throws 429 where it is one too many. */
export const limitPayments = (request: Request): Promise<void> => {
  const route = 'create-payment';
  return count({ route, client: clientBehind(request), limits: [route], shared: countShared });
};

/** Somebody whose call of a route was counted. */
export type Caller = {
  readonly route: LimitedRoute;
  /** Stands for who called. */
  readonly client: string;
};

/** Counts a call of a route that looks an order up. Throws 429 where it is one too many. */
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

/** Whether so many lookups of theirs have found nothing that another may cost the orders nothing. */
export const hasMissedOften = (caller: Caller): boolean => missesOf(caller).some(local.isFull);

export const countMiss = (caller: Caller): void => void local.count(missesOf(caller));

/**
 * What is recorded of the session that Stripe is asked for. 'unreachable': the orders could not be asked. 'unasked':
 * they were not, since the caller has asked in vain too often.
 */
type Known = 'order' | 'nothing' | 'unreachable' | 'unasked';

/** Counts a question to Stripe, before it is asked. Throws 429 where it is one too many. */
export const limitQuestion = ({ route, client }: Caller, known: Known): Promise<void> => {
  // While the orders are down nobody's is known, and a parent who has paid must still get through.
  const isUnrecorded = known === 'nothing' || known === 'unasked';
  return count({
    route,
    client,
    limits: isUnrecorded ? ['unrecorded', 'stripe'] : ['stripe'],
    // Where the orders are out of reach, so are the counts: asking would be one more wait.
    ...((known === 'order' || known === 'nothing') && { shared: countShared }),
  });
};

/**
 * Counts a guess of the password, by the browser where the owner has logged in with it before, else by
 * client and over all. Unlike the others it fails closed: who could make Redis fail could guess without
 * end. And a day of many sales is no reason for more guesses. Throws 503 where it cannot be counted.
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

/** Counts a request for the email with an address's purchases. Throws 429 where it is one too many. */
export const limitFinds = (request: Request): Promise<void> =>
  count({
    route: 'find-purchase',
    client: clientBehind(request),
    limits: ['find-purchase-minute', 'find-purchase-hour', 'find-purchase-second'],
    shared: countShared,
  });

/** Counts an email to a buyer. The page tells how many there may be, so no setting moves that. Throws 429. */
export const limitMails = (buyer: string): Promise<void> =>
  count({
    route: 'find-purchase',
    client: buyer,
    limits: ['found-mail-hour', 'found-mail-day'],
    shared: countShared,
    factor: 1,
  });

/** Counts an email that the owner sends, over all sessions of theirs. Throws 429 where it is one too many. */
export const limitOwnersMails = (): Promise<void> =>
  count({ route: 'receipt', client: 'owner', limits: ['owners-mails'], shared: countShared });
