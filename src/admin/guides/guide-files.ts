import { loadShelf, restoreEdition } from '../../api/uploads.ts';
import type { RestoreRequest, GuideFiles, GuideFilesResponse } from '../../contract/guide-files.ts';
import { createResource } from '../resource.ts';
import { asOwner } from '../session/session.ts';

export const shelf = createResource<GuideFilesResponse>(() => asOwner(loadShelf));

/** Other tabs of the owner's. They hear that something has changed, and ask the shop what. */
const otherTabs = new BroadcastChannel('shelf');

/** Reads again whenever another tab has changed something. Returns the function that ends it. */
export function followOtherTabs(): () => void {
  const ends = new AbortController();
  otherTabs.addEventListener('message', () => void shelf.read(), ends);
  return () => ends.abort();
}

/** Something was published from this tab. */
export async function shelfChanged(): Promise<void> {
  otherTabs.postMessage('changed');
  await shelf.read();
}

const withProduct = (known: GuideFilesResponse, changed: GuideFiles): GuideFilesResponse => ({
  products: known.products.map((product) => (product.id === changed.id ? changed : product)),
});

/** Gives buyers an earlier edition. Rejects where the shop does not do it. */
export async function restore(asked: RestoreRequest): Promise<void> {
  const product = await asOwner(() => restoreEdition(asked));
  shelf.change((known) => withProduct(known, product));
  otherTabs.postMessage('changed');
}
