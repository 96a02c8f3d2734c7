const FIRST_DELAY_MS = 1_000;
const MAX_DELAY_MS = 20_000;

/** How long a download that has begun waits for the connection to return. */
const LONGEST_BREAK_MS = 5 * 60_000;
/** If the browser is online and no data arrives within this time, it probably never will. */
const LONGEST_START_MS = 3_000;

type Break = {
  /** Whether some of the file has arrived. */
  readonly hasBegun: boolean;
  /** How long the shop's response says to wait; 0 if it doesn't say. */
  readonly minWaitMs: number;
};

/** Decides when and how often a download is retried. */
export type Retries = {
  /** Call it when data arrives. It resets the delay and the time limit. */
  readonly noteData: () => void;
  /** Resolves to true when it's time for another attempt, or to false if there should be none. */
  readonly wait: (broken: Break) => Promise<boolean>;
};

/** Resolves to false after `ms`, or to true once the phone is online or the page is visible. */
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

/**
 * All files from one press of the button share the returned object, so they wait for a lost
 * connection only once.
 */
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
