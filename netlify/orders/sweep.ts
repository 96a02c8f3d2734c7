const DAY_IN_SECONDS = 24 * 3600;

/** What is read again once a day, so that nothing depends on the progress kept in Redis for long. */
const LOOK_BACK_IN_SECONDS = 3 * DAY_IN_SECONDS;

/** Stripe lists events of the last 30 days (docs.stripe.com/api/events). */
const LISTED_FOR_SECONDS = 30 * DAY_IN_SECONDS;

/**
 * Stripe does not promise by when it lists something new, and its clock is not ours. Sessions are listed by their
 * beginning; one that is completed later than this, within its 24 hours, is found by its event.
 */
const OVERLAP_IN_SECONDS = 3600;

/** One reading of a list, in as many runs as it takes. Times are Unix seconds. */
export type Sweep = {
  readonly began: number;
  /** It reads what was created since then. */
  readonly since: number;
  readonly isOfAll: boolean;
  /** The id after which it continues. */
  readonly after?: string | undefined;
  /** Something in it could not be brought up to date. */
  readonly hasFailed: boolean;
};

/** How far a list has been read. */
export type ListProgress = {
  /** When the last good sweep began, and the last good one over 72 hours. */
  readonly doneAt?: number | undefined;
  readonly allDoneAt?: number | undefined;
  /** A sweep that had to stop. */
  readonly sweep?: Sweep | undefined;
};

/**
 * Continues a sweep that had to stop, or begins one. A sweep begins where the last good one did, since an outage may
 * last longer than 72 hours. Without progress (in a new shop, or after Redis was emptied or restored) it begins as far
 * back as Stripe lists.
 */
export const sweepFrom = ({ doneAt, allDoneAt, sweep }: ListProgress, now: number): Sweep => {
  if (sweep) return sweep;
  const isOfAll = allDoneAt === undefined || now - allDoneAt >= DAY_IN_SECONDS;
  const farthest = now - LISTED_FOR_SECONDS;
  const unread = doneAt === undefined ? farthest : doneAt - OVERLAP_IN_SECONDS;
  const wanted = isOfAll ? Math.min(unread, now - LOOK_BACK_IN_SECONDS) : unread;
  return { began: now, since: Math.max(farthest, wanted), isOfAll, hasFailed: false };
};

/** The end of the last good sweep, where Stripe no longer lists what happened next; else null. */
export const gapOf = ({ doneAt, sweep }: ListProgress, { since }: Sweep): number | null =>
  sweep === undefined && doneAt !== undefined && doneAt < since ? doneAt : null;

export const withoutSweep = ({ doneAt, allDoneAt }: ListProgress): ListProgress => ({
  doneAt,
  allDoneAt,
});

/** The progress after a sweep. If part of it failed, the next one reads the same again. */
export const finish = (
  progress: ListProgress,
  { began, isOfAll, hasFailed }: Sweep,
): ListProgress =>
  hasFailed
    ? withoutSweep(progress)
    : { doneAt: began, allDoneAt: isOfAll ? began : progress.allDoneAt };
