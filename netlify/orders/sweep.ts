const LOOK_BACK_IN_SECONDS = 72 * 3600;

/** However much was read before, all is read again as often, so that nothing hangs on this memory for long. */
const ALL_EVERY_IN_SECONDS = 24 * 3600;

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

/** Goes on where a sweep had to stop, or begins one: of what is new, or of all. */
export const sweepFrom = ({ doneAt, allDoneAt, sweep }: Progress, now: number): Sweep => {
  if (sweep) return sweep;
  const isOfAll = allDoneAt === undefined || now - allDoneAt >= ALL_EVERY_IN_SECONDS;
  const all = now - LOOK_BACK_IN_SECONDS;
  const since = isOfAll || doneAt === undefined ? all : Math.max(all, doneAt - OVERLAP_IN_SECONDS);
  return { began: now, since, isOfAll, hasFailed: false };
};

/** What is known without the sweep: where that failed, the next one asks for the same again. */
export const withoutSweep = ({ doneAt, allDoneAt }: Progress): Progress => ({ doneAt, allDoneAt });

export const finish = (progress: Progress, { began, isOfAll, hasFailed }: Sweep): Progress =>
  hasFailed
    ? withoutSweep(progress)
    : { doneAt: began, allDoneAt: isOfAll ? began : progress.allDoneAt };
