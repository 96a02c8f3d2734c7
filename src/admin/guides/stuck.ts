/** More than a hiccup: three tries in a row fail within it. */
export const FAILING_MS = 10_000;

/** On a slow connection a browser may tell of a whole part at once, and of nothing until it has an answer. */
export const SILENT_MS = 20_000;

/** Watches an upload for news, and calls `onStuck` where none comes in time. */
export function watchForNews(onStuck: () => void) {
  let isStuck = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueMs = Number.POSITIVE_INFINITY;
  /** The most bytes that ever left. What is sent once more is no news. */
  let furthest = -1;

  const end = (): void => clearTimeout(timer);
  const news = (): void => {
    end();
    dueMs = Number.POSITIVE_INFINITY;
    isStuck = false;
  };
  return {
    end,
    news,
    isStuck: (): boolean => isStuck,
    sent: (bytes: number): void => {
      if (bytes > furthest) news();
      furthest = Math.max(furthest, bytes);
    },
    /** Parts were lost, so that it begins with less than there was. */
    startAnew: (): void => {
      furthest = -1;
    },
    /** News are due within that time, or sooner where they were due already. */
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
