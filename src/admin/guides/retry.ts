const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const TICK_MS = 1_000;

/** What an answer, or its absence, means for a call that may be made again. */
export type Failure =
  | { readonly kind: 'logged-out' }
  /** `afterMs` where the shop says when. */
  | { readonly kind: 'again'; readonly afterMs: number | null }
  /** The shop answered that it could not. It may have done it all the same. */
  | { readonly kind: 'fault' }
  /** `reason`: a sentence for the owner. */
  | { readonly kind: 'refused'; readonly code: string | null; readonly reason: string | null };

/** Why nothing moves just now. */
export type Wait =
  | { readonly why: 'logged-out' }
  | { readonly why: 'offline' }
  | { readonly why: 'failed'; readonly retryInSeconds: number };

/** The line to the shop. */
export type Line = {
  readonly failureOf: (error: unknown) => Failure;
  readonly whenLoggedIn: () => Promise<void>;
  readonly isOnline: () => boolean;
  /** Ends after that many milliseconds, or at once when the browser comes online. */
  readonly nap: (milliseconds: number) => Promise<'slept' | 'online'>;
};

async function waitToRetry(
  milliseconds: number,
  line: Line,
  onWait: (wait: Wait) => void,
  signal: AbortSignal,
): Promise<'slept' | 'online'> {
  for (let left = milliseconds; left > 0; left -= TICK_MS) {
    onWait(
      line.isOnline()
        ? { why: 'failed', retryInSeconds: Math.ceil(left / 1000) }
        : { why: 'offline' },
    );
    const woken = await line.nap(Math.min(left, TICK_MS));
    signal.throwIfAborted();
    if (woken === 'online') return woken;
  }
  return 'slept';
}

/**
 * Makes a call until it is answered: after a login where the session has ended, and else with growing
 * pauses, or at once when the browser comes online. Throws what was refused for good, the last of
 * `mostFaults` faults of the shop's, and on abort.
 */
export async function persist<Answer>(
  call: () => Promise<Answer>,
  line: Line,
  onWait: (wait: Wait) => void,
  signal: AbortSignal,
  mostFaults = Number.POSITIVE_INFINITY,
): Promise<Answer> {
  let faults = 0;
  for (let pauseMs = FIRST_PAUSE_MS; ;) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      const failure = line.failureOf(error);
      if (failure.kind === 'refused') throw error;
      if (failure.kind === 'fault' && ++faults === mostFaults) throw error;
      if (failure.kind === 'logged-out') {
        onWait({ why: 'logged-out' });
        await line.whenLoggedIn();
      } else {
        const afterMs = failure.kind === 'again' ? failure.afterMs : null;
        const woken = await waitToRetry(afterMs ?? pauseMs, line, onWait, signal);
        pauseMs = woken === 'online' ? FIRST_PAUSE_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      }
    }
  }
}
