import { useEffect } from 'react';
import { type Store, createStore, useStore } from './store.ts';

/** Something read from the shop. What was read last stays while it is read again, and after a failure. */
export type ResourceState<T> = { value: T | null; error: unknown; isReading: boolean };

export type Resource<T> = {
  state: Store<ResourceState<T>>;
  /** Never rejects: a failure stands in the state. The answer of the latest call counts. */
  read: () => Promise<void>;
  /** Puts in place what was learned on another way; nothing happens before the first answer. */
  change: (to: (value: T) => T) => void;
};

export function createResource<T>(load: () => Promise<T>): Resource<T> {
  const state = createStore<ResourceState<T>>({ value: null, error: null, isReading: true });
  let latest = 0;

  async function read(): Promise<void> {
    const run = ++latest;
    state.set({ ...state.get(), isReading: true });
    try {
      const value = await load();
      if (run === latest) state.set({ value, error: null, isReading: false });
    } catch (error) {
      if (run === latest) state.set({ ...state.get(), error, isReading: false });
    }
  }

  function change(to: (value: T) => T): void {
    const { value } = state.get();
    if (value !== null) state.set({ ...state.get(), value: to(value) });
  }

  return { state, read, change };
}

/** Looking at another window and back again shall not ask the shop each time. */
const AT_MOST_EVERY_MS = 60_000;

/** Reads at once, and again when the owner comes back to this tab. Returns the function that ends it. */
function readNowAndOnReturn(read: () => Promise<void>): () => void {
  let lastMs = Date.now();
  void read();
  const onReturn = () => {
    if (document.visibilityState !== 'visible' || Date.now() - lastMs < AT_MOST_EVERY_MS) return;
    lastMs = Date.now();
    void read();
  };
  const ends = new AbortController();
  window.addEventListener('focus', onReturn, ends);
  document.addEventListener('visibilitychange', onReturn, ends);
  return () => ends.abort();
}

/** What the shop tells, kept up to date as long as the component is shown. */
export function useResource<T>(resource: Resource<T>): ResourceState<T> {
  useEffect(() => readNowAndOnReturn(resource.read), [resource]);
  return useStore(resource.state);
}
