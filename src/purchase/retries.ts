const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 20_000;

/** How long a download that has begun waits for its connection. */
const LONGEST_BREAK_MS = 5 * 60_000;
/** A download that has not begun in this time, though the browser is online, probably won't. */
const LONGEST_START_MS = 3_000;

type Break = {
  /** Whether some of the file has arrived. */
  readonly hasBegun: boolean;
  /** How long the shop asks to wait; 0 if it doesn't. */
  readonly minWaitMs: number;
};

/** Decides when and how often a download is tried again. */
export type Retries = {
  /** Call it when data arrives. The break is over. */
  readonly noteData: () => void;
  /** Resolves to true when it's time for another try, or to false if there is none. */
  readonly wait: (broken: Break) => Promise<boolean>;
};

/** Resolves to false after `ms`, or to true when the phone is online or the page visible again. */
const waitOrReturn = (ms: number): Promise<boolean> =>
  new Promise((resolve) => {
    const listening = new AbortController();
    const end = (hasReturned: boolean) => () => {
      if (hasReturned && document.visibilityState === 'hidden') return;
      listening.abort();
      clearTimeout(timer);
      resolve(hasReturned);
    };
    const timer = setTimeout(end(false), ms);
    window.addEventListener('online', end(true), { signal: listening.signal });
    document.addEventListener('visibilitychange', end(true), { signal: listening.signal });
  });

/** All files of one press share these, so that they wait for a dead connection only once. */
export function createRetries(): Retries {
  let brokenSince: number | null = null;
  let delay = FIRST_DELAY_MS;

  const noteData = (): void => {
    brokenSince = null;
    delay = FIRST_DELAY_MS;
  };

  return {
    noteData,
    wait: async ({ hasBegun, minWaitMs }) => {
      brokenSince ??= performance.now();
      const isPatient = hasBegun || !navigator.onLine;
      const longest = isPatient ? LONGEST_BREAK_MS : LONGEST_START_MS;
      if (performance.now() - brokenSince >= longest) return false;
      const hasReturned = await waitOrReturn(Math.max(delay, minWaitMs));
      if (hasReturned) noteData();
      else delay = Math.min(delay * 2, MAX_DELAY_MS);
      return true;
    },
  };
}
