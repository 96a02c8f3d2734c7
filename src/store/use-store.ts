import { useSyncExternalStore } from 'react';
import type { Store } from './store.ts';

/** Renders again whenever the store's value changes. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}

/** The same for a store that the document's own script has made. `built` is what the page was built with. */
export function usePageStore<T>(find: () => Store<T>, built: T): T {
  return useSyncExternalStore(
    (listener) => find().subscribe(listener),
    () => find().get(),
    () => built,
  );
}
