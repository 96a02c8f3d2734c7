import { useSyncExternalStore } from 'react';

/** Holds a value outside React that any number of components can watch. */
export function createStore<T>(initial: T) {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: (): T => value,
    set(next: T): void {
      value = next;
      for (const listener of listeners) listener();
    },
    /** Returns the function that unsubscribes. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Re-renders the component whenever the store's value changes. */
export const useStore = <T>({ subscribe, get }: ReturnType<typeof createStore<T>>): T =>
  useSyncExternalStore(subscribe, get, get);
