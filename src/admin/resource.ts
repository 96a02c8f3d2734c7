import { type Store, createStore } from '../store/store.ts';

/** Something read from the shop. What was read last stays while it is read again, and after a failure. */
export type Reading<T> = { value: T | null; error: unknown; isReading: boolean };

export type Resource<T> = {
  view: Store<Reading<T>>;
  /** Never rejects: a failure stands in the view. The answer of the latest call counts. */
  read: () => Promise<void>;
  /** Puts in place what was learned on another way; nothing happens before the first answer. */
  change: (to: (value: T) => T) => void;
};

/** `load` may ask what is there when its answer has come, so as to add to it. */
export function createResource<T>(load: (known: () => T | null) => Promise<T>): Resource<T> {
  const view = createStore<Reading<T>>({ value: null, error: null, isReading: true });
  const known = () => view.get().value;
  let latest = 0;

  async function read(): Promise<void> {
    const run = ++latest;
    view.set({ ...view.get(), isReading: true });
    try {
      const value = await load(known);
      if (run === latest) view.set({ value, error: null, isReading: false });
    } catch (error) {
      if (run === latest) view.set({ ...view.get(), error, isReading: false });
    }
  }

  function change(to: (value: T) => T): void {
    const { value } = view.get();
    if (value !== null) view.set({ ...view.get(), value: to(value) });
  }

  return { view, read, change };
}
