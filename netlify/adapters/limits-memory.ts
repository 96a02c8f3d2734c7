import type { CountedCall, Counter } from '../domain/limits.ts';

/** About 1.5 MB; more clients than one instance serves in a minute. */
const MAX_CLIENTS = 10_000;

type Count = { window: number; calls: number };

const countIn = (counts: Map<string, Count>, key: string, window: number): number => {
  const last = counts.get(key);
  const calls = last?.window === window ? last.calls + 1 : 1;
  // Put back at the end, so that the first is the one that was quiet the longest.
  counts.delete(key);
  counts.set(key, { window, calls });
  return calls;
};

/** Calls of this instance alone. Of more clients than it has room for, it forgets the quiet ones. */
export const createOwnCounter = (maxClients = MAX_CLIENTS): Counter<boolean> => {
  const clients = new Map<string, Count>();
  const totals = new Map<string, Count>();

  return ({ route, client, window, limit }: CountedCall): boolean => {
    if (countIn(clients, `${route} ${client}`, window) > limit.perClient) return false;
    const [quietest] = clients.keys();
    if (clients.size > maxClients && quietest !== undefined) clients.delete(quietest);
    return countIn(totals, route, window) <= limit.total;
  };
};
