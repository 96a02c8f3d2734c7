/** How many calls of a route are let through in each window of time, and who counts them. */
export type Limit = {
  readonly windowInSeconds: number;
  readonly perClient: number;
  /** Over all clients together. */
  readonly total: number;
  /** 'shared': over all instances. 'instance': each for itself, where a call costs nothing outside. */
  readonly counted: 'shared' | 'instance';
  /** Without the shared counter: 'open' goes on by this instance's own, 'closed' serves nobody. */
  readonly unreachable: 'open' | 'closed';
};

/** One call, as a counter needs to know it. */
export type CountedCall = {
  readonly route: string;
  /** Stands for the caller; tells nothing about them. */
  readonly client: string;
  /** The number of the window since 1970. */
  readonly window: number;
  readonly limit: Limit;
};

/**
 * Counts a call, and answers whether it is within the limit. A call over its client's limit is left
 * out of the total, or one client could use up what is there for all.
 */
export type Counter<Answer> = (call: CountedCall) => Answer;

export type LimitPorts = {
  readonly shared: Counter<Promise<boolean>>;
  readonly own: Counter<boolean>;
  /** Unix time in seconds. */
  readonly now: () => number;
  /** Told that the shared counter failed, where the caller is served all the same. */
  readonly onUnreachable: (error: unknown) => void;
};

/**
 * Counts a call and answers for how many seconds the caller has to wait; 0 lets them through. What is
 * over the limit by this instance's own count is over it by the shared one too, so that a flood costs
 * nothing outside. Throws where the shared counter fails and the limit is 'closed'.
 */
export const secondsToWait = async (
  { shared, own, now, onUnreachable }: LimitPorts,
  route: string,
  client: string,
  limit: Limit,
): Promise<number> => {
  const at = now();
  const call = { route, client, window: Math.floor(at / limit.windowInSeconds), limit };
  const wait = limit.windowInSeconds - (at % limit.windowInSeconds);
  if (!own(call)) return wait;
  if (limit.counted === 'instance') return 0;
  const within = await shared(call).catch((error: unknown) => {
    if (limit.unreachable === 'closed') throw error;
    onUnreachable(error);
    return true;
  });
  return within ? 0 : wait;
};
