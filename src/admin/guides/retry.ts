import { ApiError } from '../../api/request.ts';
import { isLoggedOut, endSession, whenLoggedIn } from '../session/session.ts';

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
const TICK_MS = 1_000;

/** Why the upload is waiting. */
export type Wait =
  | { readonly why: 'logged-out' | 'offline' }
  | { readonly why: 'failed'; readonly retryInSeconds: number };

/** A 5xx answer. The server may have carried out the call anyway. */
export const isFault = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 500;

/** A final refusal. Any other failure may pass, including a missing answer. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500 && error.status !== 401 && error.status !== 429;

/** Resolves to true as soon as the browser comes online, or to false after `withinMs`. */
const comesOnline = (withinMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    const listener = new AbortController();
    const end = (isOnline: boolean) => {
      listener.abort();
      clearTimeout(timer);
      resolve(isOnline);
    };
    const timer = setTimeout(end, withinMs, false);
    window.addEventListener('online', () => end(true), listener);
  });

/**
 * Repeats a call until it succeeds. It waits for a login if the session has ended, and otherwise for a
 * growing pause or until the browser comes online. Throws on a final refusal, on the last of `maxFaults`
 * answers with a 5xx, and on abort.
 */
export async function retry<Answer>(
  call: () => Promise<Answer>,
  onWait: (wait: Wait) => void,
  signal: AbortSignal,
  maxFaults = Number.POSITIVE_INFINITY,
): Promise<Answer> {
  /** Resolves to whether the browser came online during the pause. */
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
        pauseMs = isBack ? FIRST_PAUSE_MS : Math.min(2 * pauseMs, MAX_PAUSE_MS);
      }
    }
  }
}
