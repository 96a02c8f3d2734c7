import type { Memory, Reconciliation } from './reconcile.ts';

/** What is told of a run of the reconciler. */
export type Run = Pick<Reconciliation, 'at' | 'sessions' | 'events' | 'failed'> & {
  /** The sessions whose orders lacked something. */
  readonly healed: readonly string[];
};

/** What the reconciler remembers from run to run. */
export type ReconcilerMemory = {
  /** What the last run has left, and when it began; nothing before the first, or where it cannot be read. */
  readonly recall: () => Promise<{ readonly next: Memory; readonly at: number | null }>;
  readonly noteRun: (run: Reconciliation) => Promise<void>;
  /** The last run, and so many of those that healed or failed, newest first. */
  readonly runs: (
    most: number,
  ) => Promise<{ readonly last: Run | null; readonly news: readonly Run[] }>;
};
