import { runScript } from '../clients/redis.ts';
import type { Tally } from './limits.ts';

/** About 1.5 MB; more clients than one instance serves in a minute. */
const MAX_TALLIES = 10_000;

/** Counts the calls of this instance alone. Of more tallies than it has room for, it forgets the quiet ones. */
export const createLocalCounter = (maxTallies = MAX_TALLIES) => {
  const counts = new Map<string, { readonly window: number; readonly calls: number }>();

  /**
   * Adds a call to one tally after the other, up to the first that it is one too many for, and answers which that is; -1
   * for none. So a call over its client's limit is left out of the total, or one client could use up what is there for
   * all.
   */
  const count = (tallies: readonly Tally[]): number =>
    tallies.findIndex(({ name, window, most }) => {
      const last = counts.get(name);
      const calls = last?.window === window ? last.calls + 1 : 1;
      // Put back at the end, so that the first is the one that was quiet the longest.
      counts.delete(name);
      counts.set(name, { window, calls });
      const [quietest] = counts.keys();
      if (counts.size > maxTallies && quietest !== undefined) counts.delete(quietest);
      return calls > most;
    });

  /** Whether one more call would be one too many. Adds none. */
  const isFull = ({ name, window, most }: Tally): boolean => {
    const last = counts.get(name);
    return last?.window === window && last.calls >= most;
  };

  return { count, isFull };
};

/** One command, so that nothing comes between a client's count and the total. Lua counts from 1. */
const SCRIPT = `
for i, key in ipairs(KEYS) do
  local calls = redis.call('INCR', key)
  if calls == 1 then redis.call('EXPIRE', key, ARGV[2 * i]) end
  if calls > tonumber(ARGV[2 * i - 1]) then return i end
end
return 0
`;

/**
 * Calls of all instances, in windows that do not slide: up to two limits may pass around the turn of
 * one. The keys end with their window.
 *
 *     limit:{context}:{name of the limit}:{client}:{window}
 *     limit:{context}:{name of the limit}:total:{window}
 */
export const countShared = async (context: string, tallies: readonly Tally[]): Promise<number> => {
  const keys = tallies.map(({ name, window }) => `limit:${context}:${name}:${window}`);
  const args = tallies.flatMap(({ most, windowInSeconds }) => [most, windowInSeconds]);
  return (await runScript<number>(SCRIPT, keys, args)) - 1;
};
