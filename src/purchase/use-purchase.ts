import { useSyncExternalStore } from 'react';
import type { PurchaseView } from './watch.ts';

const subscribe = (listener: () => void) => window.purchase.view.subscribe(listener);
const read = (): PurchaseView | null => window.purchase.view.get();
const onServer = (): PurchaseView | null => null;

/** The purchase that the page watches in its own script (page.ts); null in what is built. */
export function usePurchase(): PurchaseView | null {
  return useSyncExternalStore(subscribe, read, onServer);
}
