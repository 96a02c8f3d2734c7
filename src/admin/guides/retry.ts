import type { Connection } from './connection.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const TICK_MS = 1_000;

/** Why nothing moves just now. */
export type Wait =
  | { readonly why: 'logged-out' }
  | { readonly why: 'offline' }
  | { readonly why: 'failed'; readonly retryInSeconds: number };

async function waitToRetry(
  milliseconds: number,
  connection: Connection,
  onWait: (wait: Wait) => void,
  signal: AbortSignal,
): Promise<'waited' | 'online'> {
  for (let left = milliseconds; left > 0; left -= TICK_MS) {
    onWait(
      connection.isOnline()
        ? { why: 'failed', retryInSeconds: Math.ceil(left / 1000) }
        : { why: 'offline' },
    );
    const woken = await connection.waitOrOnline(Math.min(left, TICK_MS));
    signal.throwIfAborted();
    if (woken === 'online') return woken;
  }
  return 'waited';
}

/**
 * Makes a call until it is answered: after a login where the session has ended, and else with growing
 * pauses, or at once when the browser comes online. Throws what was refused for good, the last of
 * `maxFaults` faults of the shop's, and on abort.
 */
export async function retry<Answer>(
  call: () => Promise<Answer>,
  connection: Connection,
  onWait: (wait: Wait) => void,
  signal: AbortSignal,
  maxFaults = Number.POSITIVE_INFINITY,
): Promise<Answer> {
  let faults = 0;
  for (let pauseMs = FIRST_PAUSE_MS; ;) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      signal.throwIfAborted();
      const failure = connection.failureOf(error);
      if (failure.kind === 'refused') throw error;
      if (failure.kind === 'fault' && ++faults === maxFaults) throw error;
      if (failure.kind === 'logged-out') {
        onWait({ why: 'logged-out' });
        await connection.whenLoggedIn();
      } else {
        const afterMs = failure.kind === 'again' ? failure.afterMs : null;
        const woken = await waitToRetry(afterMs ?? pauseMs, connection, onWait, signal);
        pauseMs = woken === 'online' ? FIRST_PAUSE_MS : Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      }
    }
  }
}
