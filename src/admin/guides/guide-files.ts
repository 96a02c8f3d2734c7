import { loadGuideFiles, restoreEdition } from '../../api/uploads.ts';
import type { RestoreRequest } from '../../contract/guide-files.ts';
import { queries } from '../queries.ts';
import { asOwner } from '../session/session.ts';

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

/** Makes an earlier edition current. Rejects if the shop refuses or does not answer. */
export async function restore(asked: RestoreRequest): Promise<void> {
  await asOwner(() => restoreEdition(asked));
  await guidesChanged();
}
