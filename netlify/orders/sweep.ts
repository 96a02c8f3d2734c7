const DAY_IN_SECONDS = 24 * 3600;

/** What is read again once a day, whatever was read before, so that nothing hangs on this memory for long. */
const LOOK_BACK_IN_SECONDS = 3 * DAY_IN_SECONDS;

/** Stripe lists events of the last 30 days (docs.stripe.com/api/events). */
const LISTED_FOR_SECONDS = 30 * DAY_IN_SECONDS;

/**
 * Stripe does not promise by when something new is listed, and its clock is not ours. A session is listed by
 * its beginning: one that was completed later than this, and it may be for 24 hours, its event tells of.
 */
const OVERLAP_IN_SECONDS = 3600;

/** One reading of a list, in as many runs as it takes. Times are Unix seconds. */
export type Sweep = {
  readonly began: number;
  /** What was created since then is asked for. */
  readonly since: number;
  readonly isOfAll: boolean;
  /** The id that it has come to. */
  readonly after?: string | undefined;
  /** Something in it could not be brought up to date. */
  readonly hasFailed: boolean;
};

/** How far a list has been read; nothing is known of one that was never read to its end. */
export type Progress = {
  /** When the last sweep began that was read to its end without a failure, and the last one of all. */
  readonly doneAt?: number | undefined;
  readonly allDoneAt?: number | undefined;
  /** One that had to stop. */
  readonly sweep?: Sweep | undefined;
};

/**
 * Goes on where a sweep had to stop, or begins one. A sweep begins where the last good one did, however long ago that
 * was: an outage may outlast the daily look back. Without a memory (a new shop, a restored or an emptied database) it
 * begins as far back as Stripe lists.
 */
export const sweepFrom = ({ doneAt, allDoneAt, sweep }: Progress, now: number): Sweep => {
  if (sweep) return sweep;
  const isOfAll = allDoneAt === undefined || now - allDoneAt >= DAY_IN_SECONDS;
  const farthest = now - LISTED_FOR_SECONDS;
  const unread = doneAt === undefined ? farthest : doneAt - OVERLAP_IN_SECONDS;
  const wanted = isOfAll ? Math.min(unread, now - LOOK_BACK_IN_SECONDS) : unread;
  return { began: now, since: Math.max(farthest, wanted), isOfAll, hasFailed: false };
};

/** Where the last good sweep ended, if Stripe lists no more what came next; else null. */
export const gapOf = ({ doneAt, sweep }: Progress, { since }: Sweep): number | null =>
  sweep === undefined && doneAt !== undefined && doneAt < since ? doneAt : null;

/** What is known without the sweep: where that failed, the next one asks for the same again. */
export const withoutSweep = ({ doneAt, allDoneAt }: Progress): Progress => ({ doneAt, allDoneAt });

export const finish = (progress: Progress, { began, isOfAll, hasFailed }: Sweep): Progress =>
  hasFailed
    ? withoutSweep(progress)
    : { doneAt: began, allDoneAt: isOfAll ? began : progress.allDoneAt };
