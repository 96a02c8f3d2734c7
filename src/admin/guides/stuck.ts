/** How long calls may keep failing. Three tries in a row fit into it. */
export const MAX_FAILING_MS = 10_000;

/** How long no bytes may be reported. On a slow connection, a browser may report a part only as a whole. */
export const MAX_SILENT_MS = 20_000;

/** Watches an upload, and calls `onStuck` if it makes no progress in time. */
export function watchProgress(onStuck: () => void) {
  let isStuck = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueMs = Number.POSITIVE_INFINITY;
  /** The most bytes ever sent. Sending bytes again is no progress. */
  let maxSentBytes = -1;

  const end = (): void => clearTimeout(timer);
  const progress = (): void => {
    end();
    dueMs = Number.POSITIVE_INFINITY;
    isStuck = false;
  };
  return {
    end,
    progress,
    isStuck: (): boolean => isStuck,
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
      const atMs = performance.now() + withinMs;
      if (atMs >= dueMs) return;
      end();
      dueMs = atMs;
      timer = setTimeout(() => {
        isStuck = true;
        onStuck();
      }, withinMs);
    },
  };
}
