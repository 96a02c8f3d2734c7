import { type Store, createStore } from '../store/store.ts';

/** Something read from the shop. What was read last stays while it is read again, and after a failure. */
export type ResourceState<T> = { value: T | null; error: unknown; isReading: boolean };

export type Resource<T> = {
  state: Store<ResourceState<T>>;
  /** Never rejects: a failure stands in the state. The answer of the latest call counts. */
  read: () => Promise<void>;
  /** Puts in place what was learned on another way; nothing happens before the first answer. */
  change: (to: (value: T) => T) => void;
};

/** `load` may ask what is there when its answer has come, so as to add to it. */
export function createResource<T>(load: (known: () => T | null) => Promise<T>): Resource<T> {
  const state = createStore<ResourceState<T>>({ value: null, error: null, isReading: true });
  const known = () => state.get().value;
  let latest = 0;

  async function read(): Promise<void> {
    const run = ++latest;
    state.set({ ...state.get(), isReading: true });
    try {
      const value = await load(known);
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
