import { runScript } from '../clients/redis.ts';

/** One count that a call adds to. */
export type Tally = {
  /** The limit and the client, or 'total'. */
  readonly name: string;
  readonly most: number;
  readonly windowInSeconds: number;
  /** The number of the window since 1970. */
  readonly window: number;
};

/** About 1.5 MB, for more clients than one instance serves in a minute. */
const MAX_TALLIES = 10_000;

const keyOf = ({ name, windowInSeconds }: Tally): string => `${name}:${windowInSeconds}`;

/** Counts the calls of this instance. Beyond `maxTallies` it drops the tally that was idle longest. */
export const createLocalCounter = (maxTallies = MAX_TALLIES) => {
  const counts = new Map<string, { readonly window: number; readonly calls: number }>();

  /**
   * Adds a call to one tally after another, and stops at the first that is exceeded. Returns its index, or -1. So a
   * call over its client's limit does not count towards the total, which one client could use up otherwise.
   */
  const count = (tallies: readonly Tally[]): number =>
    tallies.findIndex((tally) => {
      const key = keyOf(tally);
      const last = counts.get(key);
      const calls = last?.window === tally.window ? last.calls + 1 : 1;
      // Deleted first, so that the map's order is that of the last calls.
      counts.delete(key);
      counts.set(key, { window: tally.window, calls });
      const [idlest] = counts.keys();
      if (counts.size > maxTallies && idlest !== undefined) counts.delete(idlest);
      return calls > tally.most;
    });

  /** Whether one more call would exceed the tally. Counts nothing. */
  const isFull = (tally: Tally): boolean => {
    const last = counts.get(keyOf(tally));
    return last?.window === tally.window && last.calls >= tally.most;
  };

  return { count, isFull };
};

/** The same as `count` in one command, so that calls cannot interleave. Lua counts from 1. */
const SCRIPT = `
for i, key in ipairs(KEYS) do
  local calls = redis.call('INCR', key)
  if calls == 1 then redis.call('EXPIRE', key, ARGV[2 * i]) end
  if calls > tonumber(ARGV[2 * i - 1]) then return i end
end
return 0
`;

/**
 * Counts calls over all instances. Windows do not slide, so around the turn of a window up to twice the limit may
 * pass. Keys expire with their window; no two lengths of window ever have the same number.
 *
 *     limit:{context}:{limit}:{client}:{window}
 *     limit:{context}:{limit}:total:{window}
 */
export const countShared = async (context: string, tallies: readonly Tally[]): Promise<number> => {
  const keys = tallies.map(({ name, window }) => `limit:${context}:${name}:${window}`);
  const args = tallies.flatMap(({ most, windowInSeconds }) => [most, windowInSeconds]);
  return (await runScript<number>(SCRIPT, keys, args)) - 1;
};
