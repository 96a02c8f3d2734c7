import { ApiError } from '../api/request.ts';
import { type Store, createStore } from '../store/store.ts';
import type { Check, Purchase } from './purchase.ts';
import { currentSessionId } from './session-id.ts';

export type PurchaseView =
  /** The address names no session. */
  | { step: 'no-session' }
  /** `after` is where the payment stood before, if it was checked before. */
  | { step: 'checking'; after: string }
  /** `watching` turns false when it is up to the buyer to check again. */
  | { step: 'pending'; watching: boolean }
  /** The shop could not be asked. */
  | { step: 'unverified' }
  | Exclude<Purchase, { step: 'pending' }>;

/** What a page is built with. */
export const CHECKING: PurchaseView = { step: 'checking', after: 'start' };

/** The purchase that a page was opened for. */
export type PurchaseWatch = {
  readonly sessionId: string | null;
  readonly view: Store<PurchaseView>;
  /** Checks again and again until the bank has answered. */
  readonly start: () => Promise<void>;
  /** Checks once. What cannot be asked, or is pending again, changes nothing. */
  readonly refresh: () => Promise<void>;
};

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

/** `waitMs` is set where the shop could not be asked now, and says when it can. */
async function checkOnce(
  check: () => Promise<Purchase>,
): Promise<{ purchase: Purchase | null; waitMs: number | null }> {
  try {
    return { purchase: await check(), waitMs: null };
  } catch (error) {
    return { purchase: null, waitMs: error instanceof ApiError ? error.retryAfterMs : null };
  }
}

/** Watches the purchase of this page's address. */
export function createPurchaseWatch(check: Check): PurchaseWatch {
  const sessionId = currentSessionId();
  const view = createStore<PurchaseView>(sessionId ? CHECKING : { step: 'no-session' });
  let currentRun = 0;

  async function start(): Promise<void> {
    if (sessionId === null) return;
    const run = ++currentRun;
    const before = view.get();
    if (before.step === 'pending') view.set({ step: 'pending', watching: true });
    else if (before.step !== 'checking') view.set({ step: 'checking', after: before.step });

    let failures = 0;
    for (const delay of pollDelays()) {
      const { purchase, waitMs } = await checkOnce(() => check(sessionId));
      if (run !== currentRun) return;
      const isPending = view.get().step === 'pending';
      if (purchase?.step === 'pending') {
        if (!isPending) view.set({ step: 'pending', watching: true });
      } else if (purchase) {
        return view.set(purchase);
      } else if (waitMs === null && !isPending) {
        // A phone that lost its signal while the bank is busy has not lost its order.
        failures += 1;
        if (failures === TRIES_BEFORE_UNVERIFIED) return view.set({ step: 'unverified' });
      }
      await new Promise((resolve) => setTimeout(resolve, Math.max(delay, waitMs ?? 0)));
      if (run !== currentRun) return;
    }
    const wasNeverAnswered = view.get().step !== 'pending';
    view.set(wasNeverAnswered ? { step: 'unverified' } : { step: 'pending', watching: false });
  }

  async function refresh(): Promise<void> {
    if (sessionId === null) return;
    const { purchase } = await checkOnce(() => check(sessionId));
    if (purchase && purchase.step !== 'pending') view.set(purchase);
  }

  return { sessionId, view, start, refresh };
}
