import { pause } from '../store/pause.ts';
import { pollDelays } from './poll-delays.ts';
import type { Purchase } from './purchase.ts';
import { createStore, type Store } from '../store/store.ts';

export type PurchaseView =
  | { step: 'checking' }
  /** `watching` turns false when it is up to the buyer to look again. */
  | { step: 'pending'; watching: boolean }
  /** The shop could not be asked. */
  | { step: 'unverified' }
  | Exclude<Purchase, { step: 'pending' }>;

export type PurchaseWatch = {
  view: Store<PurchaseView>;
  start: (check: () => Promise<Purchase>) => Promise<void>;
  stop: () => void;
};

/** `waitMs` is set where the shop could not be asked now, and says when it can. */
type Look = { purchase: Purchase | null; waitMs: number | null };

type WatchCalls = {
  /** How long an error asks to wait before the next look; null for other errors. */
  waitAskedBy: (error: unknown) => number | null;
  wait?: (ms: number) => Promise<void>;
};

/** A phone may be between two networks right when its parent comes back from the bank. */
const TRIES_BEFORE_UNVERIFIED = 2;

/** Looks at a purchase again and again until the bank has answered. */
export function createPurchaseWatch({ waitAskedBy, wait = pause }: WatchCalls): PurchaseWatch {
  const view = createStore<PurchaseView>({ step: 'checking' });
  let currentRun = 0;

  async function lookOnce(check: () => Promise<Purchase>): Promise<Look> {
    try {
      return { purchase: await check(), waitMs: null };
    } catch (error) {
      return { purchase: null, waitMs: waitAskedBy(error) };
    }
  }

  async function start(check: () => Promise<Purchase>): Promise<void> {
    const run = ++currentRun;
    const wasPending = view.get().step === 'pending';
    view.set(wasPending ? { step: 'pending', watching: true } : { step: 'checking' });

    let failures = 0;
    for (const delay of pollDelays()) {
      const { purchase, waitMs } = await lookOnce(check);
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
      await wait(Math.max(delay, waitMs ?? 0));
      if (run !== currentRun) return;
    }
    const wasNeverAnswered = view.get().step !== 'pending';
    view.set(wasNeverAnswered ? { step: 'unverified' } : { step: 'pending', watching: false });
  }

  return { view, start, stop: () => void currentRun++ };
}
