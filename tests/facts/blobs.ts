import assert from 'node:assert/strict';
import type { Fact } from './fact.ts';
import type { BlobsVendor } from './vendors.ts';

const READ_ON = '2026-11-28';

export const BLOBS_FACTS: readonly Fact<BlobsVendor>[] = [
  {
    promise: 'Writes with onlyIfNew only if the key does not exist',
    source: 'https://docs.netlify.com/build/data-and-storage/netlify-blobs/',
    readOn: READ_ON,
    check: async ({ store, cleanUpLater }) => {
      cleanUpLater(() => store.delete('new'));
      const first = await store.set('new', 'first', { onlyIfNew: true });
      const second = await store.set('new', 'second', { onlyIfNew: true });
      assert.equal(first.modified, true);
      assert.equal(second.modified, false);
      assert.equal(await store.get('new'), 'first');
    },
  },
];
