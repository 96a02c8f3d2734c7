import { useEffect } from 'react';
import type { Resource, ResourceState } from './resource.ts';
import { useStore } from '../store/use-store.ts';

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
