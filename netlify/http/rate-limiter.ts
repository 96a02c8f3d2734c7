import type { Caller, Known } from '../orders/lookup.ts';
import { clientOf } from './client.ts';
import {
  type Counter,
  FINDS,
  FOUND_MAILS,
  GUESSES,
  LIMITS,
  type Limit,
  type LimitedRoute,
  type LocalCounter,
  MISSES,
  type NamedLimit,
  OWNERS_MAILS,
  QUESTIONS,
  UNRECORDED,
  secondsToWait,
  talliesOf,
} from './limits.ts';
import { logRefusal } from './log.ts';
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

type RateLimiterOptions = {
  /** Over all instances; null where no route is counted so, and this instance's own count is enough. */
  readonly shared: Counter<Promise<number>> | null;
  readonly local: LocalCounter;
  /** Unix time in seconds. */
  readonly now: () => number;
  /** Told that the shared counter failed; the caller is served all the same. */
  readonly onUnreachable: (error: unknown) => void;
  readonly secret: string;
  /** What every limit but those of guesses and of mails is multiplied by. */
  readonly factor: number;
};

type Count = {
  readonly route: LimitedRoute | 'login' | 'find-purchase' | 'receipt';
  /** Whose calls are counted together. */
  readonly client: string;
  readonly limits: readonly NamedLimit[];
  readonly counted: Limit['counted'];
};

const questionLimits = (known: Known): readonly NamedLimit[] => [
  // While the orders are down nobody's is known, and a parent who has paid must still get through.
  ...(known === 'nothing' || known === 'unasked' ? [['unrecorded', UNRECORDED] as const] : []),
  ['stripe', QUESTIONS],
];

const byWindow = (name: string, limits: Readonly<Record<string, Limit>>): NamedLimit[] =>
  Object.entries(limits).map(([window, limit]) => [`${name}-${window}`, limit]);

const failClosed = (error: unknown): never => {
  throw error;
};

/** Counts callers. Throws 429 with Retry-After where a call is one too many. */
export const createRateLimiter = ({
  shared,
  local,
  now,
  onUnreachable,
  secret,
  factor,
}: RateLimiterOptions) => {
  const failOpen = (error: unknown): number => {
    onUnreachable(error);
    return -1;
  };

  const count = (
    { route, client, limits, counted }: Count,
    { onFailed = failOpen, times = factor } = {},
  ): Promise<void> => {
    const at = now();
    const tallies = talliesOf(limits, { client, at, factor: times });

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
    if (counted === 'instance') return Promise.resolve();
    if (shared === null) throw new Error(`${route} is counted by all instances together`);
    return shared(tallies).catch(onFailed).then(refuse);
  };

  /**
   * What is over the limit by this instance's own count throws at once, and not by the promise, before
   * anything is sent: a flood costs nothing outside.
   */
  const limit = (route: LimitedRoute, request: Request): Promise<void> =>
    count({
      route,
      client: clientOf(request, secret),
      limits: [[route, LIMITS[route]]],
      counted: LIMITS[route].counted,
    });

  /** Throws for a call that is one too many. */
  const callerOf = async (route: LimitedRoute, request: Request): Promise<Caller> => {
    await limit(route, request);
    const client = clientOf(request, secret);
    const misses = talliesOf([['misses', MISSES]], { client, at: now(), factor });
    return {
      hasMissedOften: misses.some(local.isFull),
      mayAskStripe: async (known) => {
        if (known === 'nothing') local.count(misses);
        await count({
          route,
          client,
          limits: questionLimits(known),
          // Where the orders are out of reach, so are the counts: asking would be one more wait.
          counted: known === 'unreachable' || known === 'unasked' ? 'instance' : 'shared',
        });
      },
    };
  };

  /**
   * Counts a guess of the password, by the browser where the owner has logged in with it before, else by
   * client and over all. Unlike the others it fails closed: who could make Redis fail could guess without
   * end. And a day of many sales is no reason for more guesses.
   */
  const limitGuesses = async (request: Request, browser: string | null): Promise<void> => {
    const limits = Object.entries(GUESSES).map(([window, { perClient, total, counted }]) => {
      const bound: Limit =
        browser === null ? { perClient, total, counted } : { perClient, counted };
      return [`login-${window}`, bound] as const;
    });
    const client = browser ?? clientOf(request, secret);
    const guess: Count = { route: 'login', client, limits, counted: 'shared' };
    await count(guess, { onFailed: failClosed, times: 1 });
  };

  const limitFinds = async (request: Request): Promise<void> => {
    const limits = byWindow('find-purchase', FINDS);
    const client = clientOf(request, secret);
    await count({ route: 'find-purchase', client, limits, counted: 'shared' });
  };

  /** Counts a mail to a buyer. The page tells how many there may be, so no setting moves that. */
  const limitMails = async (buyer: string): Promise<void> => {
    const limits = byWindow('found-mail', FOUND_MAILS);
    const mail: Count = { route: 'find-purchase', client: buyer, limits, counted: 'shared' };
    await count(mail, { times: 1 });
  };

  /** Over all sessions of the owner's, wherever they are. */
  const limitOwnersMails = (): Promise<void> =>
    count({
      route: 'receipt',
      client: 'owner',
      limits: [['owners-mails', OWNERS_MAILS]],
      counted: OWNERS_MAILS.counted,
    });

  return { limit, callerOf, limitGuesses, limitFinds, limitMails, limitOwnersMails };
};
