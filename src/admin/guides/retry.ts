import { ApiError } from '../../api/request.ts';
import { isLoggedOut, endSession, whenLoggedIn } from '../session/session.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const TICK_MS = 1_000;

/** Why nothing moves just now. */
export type Wait =
  | { readonly why: 'logged-out' | 'offline' }
  | { readonly why: 'failed'; readonly retryInSeconds: number };

/** The shop answered that it could not. It may have done it all the same. */
export const isFault = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 500;

/** The shop answered that it will not. Every other failure may pass, and so may no answer at all. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 401 && error.status !== 429;

/** False after that many milliseconds, or true at once when the browser comes online. */
const comesOnline = (withinMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const ends = new AbortController();
    const end = (isOnline: boolean) => {
      ends.abort();
      clearTimeout(timer);
      resolve(isOnline);
    };
    const timer = setTimeout(end, withinMs, false);
    window.addEventListener('online', () => end(true), ends);
  });

/**
 * Makes a call until it is answered: after a login where the session has ended, and else with growing
 * pauses, or at once when the browser comes online. Throws what was refused for good, the last of
 * `maxFaults` faults of the shop's, and on abort.
 */
export async function retry<Answer>(
  call: () => Promise<Answer>,
  onWait: (wait: Wait) => void,
  signal: AbortSignal,
  maxFaults = Number.POSITIVE_INFINITY,
): Promise<Answer> {
  /** Whether the browser came online meanwhile. */
  async function pause(milliseconds: number): Promise<boolean> {
    for (let left = milliseconds; left > 0; left -= TICK_MS) {
      const retryInSeconds = Math.ceil(left / 1000);
      onWait(navigator.onLine ? { why: 'failed', retryInSeconds } : { why: 'offline' });
      const isBack = await comesOnline(Math.min(left, TICK_MS));
      signal.throwIfAborted();
      if (isBack) return true;
    }
    return false;
  }

  let faults = 0;
  for (let pauseMs = FIRST_PAUSE_MS; ;) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      if (isRefusal(error)) throw error;
      if (isFault(error) && ++faults === maxFaults) throw error;
      if (isLoggedOut(error)) {
        onWait({ why: 'logged-out' });
        endSession();
        await whenLoggedIn();
      } else {
        const afterMs = error instanceof ApiError ? error.retryAfterMs : null;
        const isBack = await pause(afterMs ?? pauseMs);
        pauseMs = isBack ? FIRST_PAUSE_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      }
    }
  }
}
