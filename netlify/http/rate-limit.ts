/** At most so many calls in each window of time. */
export type Quota = { readonly most: number; readonly windowInSeconds: number };

export type Limit = {
  readonly perClient?: Quota;
  /** Over all clients together. */
  readonly total?: Quota;
  /** 'shared': over all instances. 'instance': each for itself, where a call costs nothing outside. */
  readonly counted: 'shared' | 'instance';
};

/** One count that a call adds to. */
export type Tally = Quota & {
  /** Of what and of whom. */
  readonly name: string;
  /** The number of the window since 1970. */
  readonly window: number;
};

/**
 * Adds a call to one tally after the other, up to the first that it is one too many for, and answers
 * which that is; -1 for none. So a call over its client's limit is left out of the total, or one client
 * could use up what is there for all.
 */
export type Counter<Answer> = (tallies: readonly Tally[]) => Answer;

type Call = {
  /** Stands for the caller; tells nothing about them. */
  readonly client: string;
  /** Unix time in seconds. */
  readonly at: number;
  /** What the quotas are multiplied by. */
  readonly factor: number;
};

export type NamedLimit = readonly [name: string, limit: Limit];

/**
 * What a call adds to: its client's tallies before those of all, so that who is over one of their own leaves
 * the totals alone.
 */
export const talliesOf = (limits: readonly NamedLimit[], { client, at, factor }: Call): Tally[] => {
  const tally = (name: string, whose: string, quota: Quota | undefined): Tally[] =>
    quota === undefined
      ? []
      : [
          {
            name: `${name}:${whose}`,
            most: quota.most * factor,
            windowInSeconds: quota.windowInSeconds,
            window: Math.floor(at / quota.windowInSeconds),
          },
        ];
  return [
    ...limits.flatMap(([name, { perClient }]) => tally(name, client, perClient)),
    ...limits.flatMap(([name, { total }]) => tally(name, 'total', total)),
  ];
};

/** The seconds until the window ends of the tally that was full; 0 where none was. */
export const secondsToWait = (tallies: readonly Tally[], full: number, at: number): number => {
  const tally = tallies[full];
  return tally === undefined ? 0 : tally.windowInSeconds - (at % tally.windowInSeconds);
};
