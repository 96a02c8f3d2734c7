import { runScript } from '../clients/redis.ts';
import type { Tally } from './limits.ts';

/** About 1.5 MB, for more clients than one instance serves in a minute. */
const MAX_TALLIES = 10_000;

/** Counts the calls of this instance. Beyond `maxTallies` it forgets those that were not used for longest. */
export const createLocalCounter = (maxTallies = MAX_TALLIES) => {
  const counts = new Map<string, { readonly window: number; readonly calls: number }>();

  /**
   * Adds a call to each tally, up to the first that is full, and answers its index; -1 for none. A call over its client's
   * limit does not count toward the total, so one client cannot use up everybody's.
   */
  const count = (tallies: readonly Tally[]): number =>
    tallies.findIndex(({ name, window, most }) => {
      const last = counts.get(name);
      const calls = last?.window === window ? last.calls + 1 : 1;
      // Moved to the end, so that the first is the least recently used.
      counts.delete(name);
      counts.set(name, { window, calls });
      const [oldest] = counts.keys();
      if (counts.size > maxTallies && oldest !== undefined) counts.delete(oldest);
      return calls > most;
    });

  /** Whether one more call would exceed the tally. Adds none. */
  const isFull = ({ name, window, most }: Tally): boolean => {
    const last = counts.get(name);
    return last?.window === window && last.calls >= most;
  };

  return { count, isFull };
};

/** Atomic over a client's count and the total. Lua counts from 1. */
const SCRIPT = `
for i, key in ipairs(KEYS) do
  local calls = redis.call('INCR', key)
  if calls == 1 then redis.call('EXPIRE', key, ARGV[2 * i]) end
  if calls > tonumber(ARGV[2 * i - 1]) then return i end
end
return 0
`;

/**
 * Counts the calls of all instances, as `count` does. The windows do not slide, so up to twice the limit can pass around
 * the turn of one. The keys expire with their window.
 *
 *     limit:{context}:{name of the limit}:{client}:{window}
 *     limit:{context}:{name of the limit}:total:{window}
 */
export const countShared = async (context: string, tallies: readonly Tally[]): Promise<number> => {
  const keys = tallies.map(({ name, window }) => `limit:${context}:${name}:${window}`);
  const args = tallies.flatMap(({ most, windowInSeconds }) => [most, windowInSeconds]);
  return (await runScript<number>(SCRIPT, keys, args)) - 1;
};
