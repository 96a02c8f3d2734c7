/** How long calls may keep failing. Three tries in a row fit into it. */
export const MAX_FAILING_MS = 10_000;

/** How long no bytes may be reported. On a slow connection, a browser may report a part only as a whole. */
export const MAX_SILENT_MS = 20_000;

const TICK_MS = 1000;

/** Watches an upload. Calls `onStuck` every second while it has made no progress in time. */
export function watchProgress(onStuck: () => void) {
  let dueMs = Number.POSITIVE_INFINITY;
  /** The most bytes ever sent. Sending bytes again is no progress. */
  let maxSentBytes = -1;

  const isStuck = (): boolean => performance.now() >= dueMs;
  const timer = setInterval(() => isStuck() && onStuck(), TICK_MS);
  const progress = (): void => {
    dueMs = Number.POSITIVE_INFINITY;
  };
  return {
    end: (): void => clearInterval(timer),
    progress,
    isStuck,
    sent: (bytes: number): void => {
      if (bytes > maxSentBytes) progress();
      maxSentBytes = Math.max(maxSentBytes, bytes);
    },
    /** Call it when parts were lost, so that sending them again counts as progress. */
    restart: (): void => {
      maxSentBytes = -1;
    },
    /** Sets a deadline for the next progress. An earlier deadline stays. */
    expect: (withinMs: number): void => {
      dueMs = Math.min(dueMs, performance.now() + withinMs);
    },
  };
}
