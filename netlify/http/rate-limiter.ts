import { now } from '../clock.ts';
import { deployContext, getEnv } from '../env.ts';
import { clientOf } from './client.ts';
import { type Tally, createLocalCounter, countShared } from './counters.ts';
import { LIMITS, type Limit, type LimitName, type LocalLimit, type SharedLimit } from './limits.ts';
import { logError, logRefusal } from './log.ts';
import { Problem } from './problem.ts';

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

/** A client's own tallies come before the totals: see `count`. */
const talliesOf = (
  names: readonly LimitName[],
  client: string,
  { at, withTotals }: { readonly at: number; readonly withTotals: boolean },
): Tally[] => {
  const tallies = (kind: 'perClient' | 'total') =>
    names.flatMap((name) => {
      const limit: Limit = LIMITS[name];
      const factor = limit.isFixed ? 1 : getEnv().RATE_LIMIT_FACTOR;
      return (limit[kind] ?? []).map(({ most, windowInSeconds }) => ({
        name: `${name}:${kind === 'total' ? kind : client}`,
        most: most * factor,
        windowInSeconds,
        window: Math.floor(at / windowInSeconds),
      }));
    });
  return [...tallies('perClient'), ...(withTotals ? tallies('total') : [])];
};

const refuse = (name: LimitName, { windowInSeconds }: Tally, at: number): never => {
  const wait = windowInSeconds - (at % windowInSeconds);
  logRefusal('rate_limited', name);
  const words = `Too many ${name === 'login' ? 'tries' : 'requests'} at once.`;
  throw new Problem('rate_limited', `${words} Please try again ${formatWait(wait)}.`, {
    'retry-after': String(wait),
  });
};

const local = createLocalCounter();

/** Counts a call by this instance alone, before anything is sent, so that a flood costs nothing outside. */
const countHere = (
  client: string,
  names: readonly [LimitName, ...LimitName[]],
  withTotals = true,
) => {
  const at = now();
  const tallies = talliesOf(names, client, { at, withTotals });
  const refuseFull = (index: number): void => {
    const full = tallies[index];
    if (full) refuse(names[0], full, at);
  };
  refuseFull(local.count(tallies));
  return { tallies, refuseFull };
};

/** Counts a request of the client that sent it, and returns that client. Throws 429 with Retry-After. */
export const limitRate = async (name: LocalLimit, request: Request): Promise<string> => {
  const client = clientOf(request);
  countHere(client, [name]);
  return client;
};

type Options = {
  readonly withTotals?: boolean;
  /** false counts by this instance alone. */
  readonly isShared?: boolean;
};

/**
 * Counts a call of a client over all instances. Throws 429 with Retry-After, and 503 where Redis does not answer and
 * the limit fails closed.
 */
export const limitShared = async (
  client: string,
  names: readonly [SharedLimit, ...SharedLimit[]],
  { withTotals, isShared = true }: Options = {},
): Promise<void> => {
  const { tallies, refuseFull } = countHere(client, names, withTotals);
  if (!isShared) return;
  const limit: Limit = LIMITS[names[0]];
  const index = await countShared(deployContext(), tallies).catch((error: unknown) => {
    if (limit.failsClosed) throw error;
    logError(error);
    return -1;
  });
  refuseFull(index);
};

const missesOf = (client: string): Tally[] =>
  talliesOf(['misses'], client, { at: now(), withTotals: false });

/** Whether a client's lookups have found nothing so often that the next must not cost Redis a command. */
export const hasMissedOften = (client: string): boolean => missesOf(client).some(local.isFull);

export const countMiss = (client: string): void => void local.count(missesOf(client));
