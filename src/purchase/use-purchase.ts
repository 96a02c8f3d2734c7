import { useEffect, useState, useSyncExternalStore } from 'react';
import { ApiError } from '../api/request.ts';
import { createStore } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';
import type { Purchase } from './purchase.ts';
import { currentSessionId } from './session-id.ts';

export type PurchaseView =
  | { step: 'checking' }
  /** `watching` turns false when it is up to the buyer to check again. */
  | { step: 'pending'; watching: boolean }
  /** The shop could not be asked. */
  | { step: 'unverified' }
  | Exclude<Purchase, { step: 'pending' }>;

type Check = () => Promise<Purchase>;

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
  check: Check,
): Promise<{ purchase: Purchase | null; waitMs: number | null }> {
  try {
    return { purchase: await check(), waitMs: null };
  } catch (error) {
    return { purchase: null, waitMs: error instanceof ApiError ? error.retryAfterMs : null };
  }
}

/** Checks a purchase again and again until the bank has answered. */
export function createPurchaseWatch() {
  const view = createStore<PurchaseView>({ step: 'checking' });
  let currentRun = 0;

  async function start(check: Check): Promise<void> {
    const run = ++currentRun;
    const wasPending = view.get().step === 'pending';
    view.set(wasPending ? { step: 'pending', watching: true } : { step: 'checking' });

    let failures = 0;
    for (const delay of pollDelays()) {
      const { purchase, waitMs } = await checkOnce(check);
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

  return { view, start, stop: () => void currentRun++ };
}

type PurchaseOfPage = {
  /** Undefined until the page's address has been read; null when the page is of no session. */
  sessionId: string | null | undefined;
  view: PurchaseView;
  checkAgain: () => void;
};

// The session of a page does not change while it is open; the server knows none.
const neverChanges = () => () => {};
const onServer = () => undefined;

/** Watches the purchase that the page was opened for. `check` must not change between renders. */
export function usePurchase(check: (sessionId: string) => Promise<Purchase>): PurchaseOfPage {
  const sessionId = useSyncExternalStore(neverChanges, currentSessionId, onServer);
  const [watch] = useState(createPurchaseWatch);
  const view = useStore(watch.view);

  useEffect(() => {
    if (sessionId) void watch.start(() => check(sessionId));
    return watch.stop;
  }, [watch, check, sessionId]);

  return {
    sessionId,
    view,
    checkAgain: () => void (sessionId && watch.start(() => check(sessionId))),
  };
}
