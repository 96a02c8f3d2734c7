import { ApiError, UnsentError } from '../api/request.ts';
import { CHECK_TIMEOUT_MS, type Purchase } from './verify-purchase.ts';

export type PurchaseView =
  | { readonly step: 'no-session' | 'broken-link' | 'checking' | 'delayed' | 'unverified' }
  | Purchase;

/** Without React, the form from PlainFiles.tsx appears after the same delay. */
const DELAYED_AFTER_MS = 8_000;
/** Stripe and a phone's connection usually recover within a minute. */
const UNVERIFIED_AFTER_MS = 60_000;
/**
 * A check sends at most two requests. If it takes longer than both timeouts together, the page was
 * frozen in the meantime.
 */
const MAX_COUNTED_CHECK_MS = 2 * CHECK_TIMEOUT_MS;

const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 15_000;
const DELAY_GROWTH = 1.5;
const GIVE_UP_AFTER_MS = 10 * 60_000;

const noResponse = (error: unknown) => ({
  step: 'no-response' as const,
  isUnsent: error instanceof UnsentError,
  retryAfterMs: error instanceof ApiError ? error.retryAfterMs : null,
});

const wait = (ms: number): Promise<'elapsed'> =>
  new Promise((resolve) => setTimeout(resolve, ms, 'elapsed'));

/** Ends early when the phone is online again. */
const waitOrOnline = (ms: number): Promise<'elapsed' | 'online'> => {
  const listening = new AbortController();
  const online = new Promise<'online'>((resolve) =>
    window.addEventListener('online', () => resolve('online'), { signal: listening.signal }),
  );
  return Promise.race([wait(ms), online]).finally(() => listening.abort());
};

/**
 * Checks a purchase until its payment is no longer pending, for at most ten minutes. Shows
 * `delayed` after a first failure or a slow check, and `unverified` after a minute of failures.
 */
export async function watchPurchase(
  check: () => Promise<Purchase>,
  show: (view: PurchaseView) => void,
  signal: AbortSignal,
): Promise<void> {
  let shown: 'checking' | 'delayed' | 'pending' = 'checking';
  let failedForMs = 0;
  let delay = FIRST_DELAY_MS;

  const showDelayed = (): void => {
    // A pending order stays on the page if a phone loses its signal.
    if (shown !== 'checking' || signal.aborted) return;
    shown = 'delayed';
    show({ step: shown });
  };

  for (let waited = 0; waited < GIVE_UP_AFTER_MS; waited += delay) {
    if (waited > 0) delay = Math.min(delay * DELAY_GROWTH, MAX_DELAY_MS);
    const startedAt = performance.now();
    const delayedTimer = setTimeout(showDelayed, DELAYED_AFTER_MS);
    const result = await check().catch(noResponse);
    clearTimeout(delayedTimer);
    if (signal.aborted) return;

    if (result.step !== 'no-response') {
      if (result.step !== 'pending' || shown !== 'pending') show(result);
      if (result.step !== 'pending') return;
      shown = 'pending';
      await waitOrOnline(delay);
    } else if (result.isUnsent) {
      // The browser cannot send the request, but the plain form, which `delayed` shows, can still
      // work.
      return showDelayed();
    } else if (result.retryAfterMs !== null) {
      showDelayed();
      await wait(Math.max(delay, result.retryAfterMs));
    } else if (shown === 'pending') {
      await waitOrOnline(delay);
    } else {
      showDelayed();
      failedForMs += Math.min(performance.now() - startedAt, MAX_COUNTED_CHECK_MS);
      if (failedForMs >= UNVERIFIED_AFTER_MS) return show({ step: 'unverified' });
      // The last check is at the end of the minute.
      const nextDelay = Math.min(delay, Math.ceil(UNVERIFIED_AFTER_MS - failedForMs));
      if ((await waitOrOnline(nextDelay)) === 'elapsed') failedForMs += nextDelay;
    }
    if (signal.aborted) return;
  }
  if (shown !== 'pending') show({ step: 'unverified' });
}
