import { pause } from './pause.ts';
import { pollDelays } from './poll-delays.ts';
import type { Purchase } from './purchase.ts';
import { createStore, type Store } from './store.ts';

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

/** Looks at a purchase again and again until the bank has answered. */
export function createPurchaseWatch(wait: (ms: number) => Promise<void> = pause): PurchaseWatch {
  const view = createStore<PurchaseView>({ step: 'checking' });
  let currentRun = 0;

  async function start(check: () => Promise<Purchase>): Promise<void> {
    const run = ++currentRun;
    const wasPending = view.get().step === 'pending';
    view.set(wasPending ? { step: 'pending', watching: true } : { step: 'checking' });

    for (const delay of pollDelays()) {
      const purchase = await check().catch(() => null);
      if (run !== currentRun) return;
      if (purchase === null) {
        // A phone that lost its signal while the bank is busy has not lost its order.
        if (view.get().step !== 'pending') return view.set({ step: 'unverified' });
      } else if (purchase.step !== 'pending') {
        return view.set(purchase);
      } else if (view.get().step !== 'pending') {
        view.set({ step: 'pending', watching: true });
      }
      await wait(delay);
      if (run !== currentRun) return;
    }
    view.set({ step: 'pending', watching: false });
  }

  return { view, start, stop: () => void currentRun++ };
}
