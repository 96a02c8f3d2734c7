import type { Counter } from './rate-limit.ts';

/** About 1.5 MB; more clients than one instance serves in a minute. */
const MAX_TALLIES = 10_000;

/** Calls of this instance alone. Of more tallies than it has room for, it forgets the quiet ones. */
export const createLocalCounter = (maxTallies = MAX_TALLIES): Counter<number> => {
  const counts = new Map<string, { readonly window: number; readonly calls: number }>();

  return (tallies) =>
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
};
