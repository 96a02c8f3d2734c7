import { loadGuideFiles, restoreEdition } from '../../api/uploads.ts';
import type { RestoreRequest, GuideFilesResponse } from '../../contract/guide-files.ts';
import { queries } from '../queries.ts';
import { asOwner } from '../session/session.ts';

export const guideFiles = { queryKey: ['guides'], queryFn: () => asOwner(loadGuideFiles) };

const readAgain = (): Promise<void> => queries.refetchQueries({ queryKey: guideFiles.queryKey });

/** The owner's other tabs. A message says that something has changed, and they read it again. */
const otherTabs = new BroadcastChannel('guides');

/** Reads again whenever another tab has changed something. Returns the function that ends it. */
export function followOtherTabs(): () => void {
  const ends = new AbortController();
  otherTabs.addEventListener('message', () => void readAgain(), ends);
  return () => ends.abort();
}

/** Something was published from this tab. */
export async function guidesChanged(): Promise<void> {
  otherTabs.postMessage('changed');
  await readAgain();
}

/** Gives buyers an earlier edition. Rejects where the shop does not do it. */
export async function restore(asked: RestoreRequest): Promise<void> {
  const restored = await asOwner(() => restoreEdition(asked));
  queries.setQueryData<GuideFilesResponse>(
    guideFiles.queryKey,
    (known) =>
      known && {
        products: known.products.map((product) =>
          product.id === restored.id ? restored : product,
        ),
      },
  );
  otherTabs.postMessage('changed');
}
