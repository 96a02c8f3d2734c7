import { ApiError } from '../api/request.ts';
import type { Purchase } from './verify-purchase.ts';

export type PurchaseView =
  | { readonly step: 'no-session' | 'broken-link' | 'checking' | 'unverified' }
  | Purchase;

/** One failure may be a phone that switches networks when its owner returns from the bank. */
const TRIES_BEFORE_UNVERIFIED = 2;

const FIRST_DELAY_MS = 2_000;
const MAX_DELAY_MS = 15_000;
const DELAY_GROWTH = 1.5;
const GIVE_UP_AFTER_MS = 10 * 60_000;

/** Checks a purchase until its payment is no longer pending, for at most ten minutes. */
export async function watchPurchase(
  check: () => Promise<Purchase>,
  show: (view: PurchaseView) => void,
  signal: AbortSignal,
): Promise<void> {
  let isPending = false;
  let failures = 0;
  let delay = FIRST_DELAY_MS;
  for (let waited = 0; waited < GIVE_UP_AFTER_MS; waited += delay) {
    if (waited > 0) delay = Math.min(delay * DELAY_GROWTH, MAX_DELAY_MS);
    const result = await check().catch((error: unknown) => ({
      step: 'no-response' as const,
      retryAfterMs: error instanceof ApiError ? error.retryAfterMs : null,
    }));
    if (signal.aborted) return;
    let wait = delay;
    if (result.step === 'no-response') {
      // A pending order stays on the page if a phone loses its signal.
      if (result.retryAfterMs === null && !isPending) failures += 1;
      if (failures === TRIES_BEFORE_UNVERIFIED) return show({ step: 'unverified' });
      wait = Math.max(delay, result.retryAfterMs ?? 0);
    } else {
      if (result.step !== 'pending' || !isPending) show(result);
      if (result.step !== 'pending') return;
      isPending = true;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (signal.aborted) return;
  }
  if (!isPending) show({ step: 'unverified' });
}
