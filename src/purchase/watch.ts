import { ApiError } from '../api/request.ts';
import type { Purchase, SettledPurchase } from './purchase.ts';

export type PurchaseView =
  /** The address names no session; or what it names cannot be read. */
  | { step: 'no-session' | 'broken-link' }
  /** `after` is what the page said before, where it checks again. */
  | { step: 'checking'; after: PurchaseView['step'] | null }
  /** `watching` turns false when it is up to the buyer to check again. */
  | { step: 'pending'; watching: boolean }
  /** The shop could not be asked. */
  | { step: 'unverified' }
  | SettledPurchase;

/** A phone may be between two networks right when its parent comes back from the bank. */
const TRIES_BEFORE_UNVERIFIED = 2;

const FIRST_MS = 2_000;
const LONGEST_MS = 15_000;
const GROWTH = 1.5;
const GIVE_UP_AFTER_MS = 10 * 60_000;

/** How long to wait before each further check of a payment, until it is time to stop. */
function* pollDelays(): Generator<number> {
  let delay = FIRST_MS;
  for (let waited = 0; waited < GIVE_UP_AFTER_MS; delay = Math.min(delay * GROWTH, LONGEST_MS)) {
    waited += delay;
    yield delay;
  }
}

type Checked = { purchase: Purchase | null; waitMs: number | null };

/** `waitMs` is set where the shop could not be asked now, and says when it can. */
async function checkOnce(check: () => Promise<Purchase>): Promise<Checked> {
  try {
    return { purchase: await check(), waitMs: null };
  } catch (error) {
    return { purchase: null, waitMs: error instanceof ApiError ? error.retryAfterMs : null };
  }
}

type Watch = {
  check: () => Promise<Purchase>;
  /** Whether the page says already that the payment is pending. */
  isPending: boolean;
  show: (view: PurchaseView) => void;
  signal: AbortSignal;
};

/** Checks a purchase again and again until the bank has answered, and shows what changes. */
export async function watchPurchase({ check, isPending, show, signal }: Watch): Promise<void> {
  let failures = 0;
  for (const delay of pollDelays()) {
    const { purchase, waitMs } = await checkOnce(check);
    if (signal.aborted) return;
    if (purchase && purchase.step !== 'pending') return show(purchase);
    if (purchase) {
      if (!isPending) show({ step: 'pending', watching: true });
      isPending = true;
    } else if (waitMs === null && !isPending) {
      // A phone that lost its signal while the bank is busy has not lost its order.
      failures += 1;
      if (failures === TRIES_BEFORE_UNVERIFIED) return show({ step: 'unverified' });
    }
    await new Promise((resolve) => setTimeout(resolve, Math.max(delay, waitMs ?? 0)));
    if (signal.aborted) return;
  }
  show(isPending ? { step: 'pending', watching: false } : { step: 'unverified' });
}
