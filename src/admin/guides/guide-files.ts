import { loadGuideFiles, restoreEdition } from '../../api/uploads.ts';
import type { RestoreRequest, GuideFilesResponse } from '../../contract/guide-files.ts';
import { createResource } from '../resource.ts';
import { asOwner } from '../session/session.ts';

export const guideFiles = createResource<GuideFilesResponse>(() => asOwner(loadGuideFiles));

/** Other tabs of the owner's. They hear that something has changed, and ask the shop what. */
const otherTabs = new BroadcastChannel('guides');

/** Reads again whenever another tab has changed something. Returns the function that ends it. */
export function followOtherTabs(): () => void {
  const ends = new AbortController();
  otherTabs.addEventListener('message', () => void guideFiles.read(), ends);
  return () => ends.abort();
}

/** Something was published from this tab. */
export async function guidesChanged(): Promise<void> {
  otherTabs.postMessage('changed');
  await guideFiles.read();
}

/** Gives buyers an earlier edition. Rejects where the shop does not do it. */
export async function restore(asked: RestoreRequest): Promise<void> {
  const restored = await asOwner(() => restoreEdition(asked));
  guideFiles.change(({ products }) => ({
    products: products.map((product) => (product.id === restored.id ? restored : product)),
  }));
  otherTabs.postMessage('changed');
}
