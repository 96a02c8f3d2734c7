import { loadGuideFiles } from '../../api/uploads.ts';
import { queries } from '../queries.ts';

export const guideFiles = { queryKey: ['guides'], queryFn: loadGuideFiles };

const refresh = (): Promise<void> => queries.refetchQueries({ queryKey: guideFiles.queryKey });

/** Messages to the owner's other tabs. Each makes them refresh the list. */
const otherTabs = new BroadcastChannel('guides');

/** Refreshes the list whenever another tab has changed it. Returns the function that ends this. */
export function followOtherTabs(): () => void {
  const listener = new AbortController();
  otherTabs.addEventListener('message', () => void refresh(), listener);
  return () => listener.abort();
}

/** Refreshes the list here and in other tabs. Call it after a change. */
export async function guidesChanged(): Promise<void> {
  otherTabs.postMessage('changed');
  await refresh();
}
