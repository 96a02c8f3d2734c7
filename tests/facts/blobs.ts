import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { getStore } from '@netlify/blobs';
import type { Fact } from './fact.ts';
import type { BlobsVendor } from './vendors.ts';

const READ_ON = '2026-11-28';

const BLOBS = 'https://docs.netlify.com/build/data-and-storage/netlify-blobs/';

/** Returns a key that no other check uses, and deletes its blob after the run. */
const newKey = ({ store, cleanUpLater }: BlobsVendor, name = 'record.json'): string => {
  const key = `${randomUUID()}/${name}`;
  cleanUpLater(() => store.delete(key));
  return key;
};

/** Writes a new record and returns its key and ETag. */
const writeRecord = async (vendor: BlobsVendor): Promise<{ key: string; etag: string }> => {
  const key = newKey(vendor);
  const { etag } = await vendor.store.setJSON(key, { edition: 1 }, { onlyIfNew: true });
  assert.ok(etag);
  return { key, etag };
};

export const BLOBS_FACTS: readonly Fact<BlobsVendor>[] = [
  // Conditional writes
  {
    promise: 'Writes with onlyIfNew only if the key does not exist',
    source: BLOBS,
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      const first = await vendor.store.set(key, 'first', { onlyIfNew: true });
      const second = await vendor.store.set(key, 'second', { onlyIfNew: true });
      assert.equal(first.modified, true);
      assert.equal(second.modified, false);
      assert.equal(await vendor.store.get(key), 'first');
    },
  },
  {
    promise: 'Accepts only one of several simultaneous writes with onlyIfNew',
    source: BLOBS,
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      const write = (text: string) => vendor.store.set(key, text, { onlyIfNew: true });
      const results = await Promise.all(['one', 'two', 'three'].map(write));
      assert.equal(results.filter(({ modified }) => modified).length, 1);
    },
  },
  {
    promise: 'Writes with onlyIfMatch only if the stored blob still has that ETag',
    source: BLOBS,
    readOn: READ_ON,
    check: async (vendor) => {
      const { key, etag } = await writeRecord(vendor);
      const write = (edition: number) =>
        vendor.store.setJSON(key, { edition }, { onlyIfMatch: etag });
      const first = await write(2);
      const second = await write(3);
      assert.equal(first.modified, true);
      assert.ok(first.etag);
      assert.notEqual(first.etag, etag);
      assert.equal(second.modified, false);
      assert.deepEqual(await vendor.store.get(key, { type: 'json' }), { edition: 2 });
    },
  },
  {
    promise: 'Returns the same ETag for a blob in writes, reads and lists',
    source: BLOBS,
    readOn: READ_ON,
    check: async (vendor) => {
      const { key, etag } = await writeRecord(vendor);
      const read = await vendor.store.getWithMetadata(key, { type: 'json' });
      const { blobs } = await vendor.store.list({ prefix: key });
      assert.deepEqual(read?.data, { edition: 1 });
      assert.equal(read?.etag, etag);
      assert.deepEqual(blobs, [{ key, etag }]);
    },
  },
  {
    promise: 'Reports "modified" with an empty ETag if a conditional write is forbidden (403)',
    source: 'https://github.com/netlify/primitives/blob/main/packages/blobs/src/store.ts',
    readOn: READ_ON,
    check: async () => {
      const store = getStore({
        name: 'guides',
        siteID: 'site',
        token: 'token',
        edgeURL: 'https://blobs.invalid',
        fetch: () => Promise.resolve(new Response(null, { status: 403 })),
      });
      const result = await store.setJSON('record.json', {}, { onlyIfNew: true });
      assert.deepEqual(result, { modified: true, etag: '' });
    },
  },

  // Reads and writes
  {
    promise: 'Returns the latest write with strong consistency',
    source: `${BLOBS}#consistency`,
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      for (const text of ['one', 'two', 'three']) {
        await vendor.store.set(key, text);
        assert.equal(await vendor.store.get(key), text);
      }
    },
  },
  {
    promise: 'Returns stored bytes unchanged',
    source: BLOBS,
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor, 'guide.pdf');
      const bytes = new Uint8Array(randomBytes(300_000));
      await vendor.store.set(key, bytes.buffer);
      const stored = await vendor.store.get(key, { type: 'arrayBuffer' });
      assert.deepEqual(new Uint8Array(stored), bytes);
    },
  },
  {
    promise: 'Returns null for a key that does not exist',
    source: BLOBS,
    readOn: READ_ON,
    check: async (vendor) => {
      const key = newKey(vendor);
      assert.equal(await vendor.store.get(key, { type: 'arrayBuffer' }), null);
      assert.equal(await vendor.store.getWithMetadata(key, { type: 'json' }), null);
    },
  },
  {
    promise: 'Deletes a blob immediately, and accepts the deletion of a missing one',
    source: BLOBS,
    readOn: READ_ON,
    check: async (vendor) => {
      const { key } = await writeRecord(vendor);
      await vendor.store.delete(key);
      await vendor.store.delete(key);
      assert.equal(await vendor.store.get(key), null);
    },
  },

  // Lists
  {
    promise: 'Lists full keys including slashes, and only those with the prefix',
    source: `${BLOBS}#list`,
    readOn: READ_ON,
    check: async (vendor) => {
      const first = newKey(vendor, 'a guide.pdf');
      const other = newKey(vendor);
      for (const key of [first, other]) await vendor.store.set(key, 'bytes');
      const { blobs } = await vendor.store.list();
      const keys = new Set(blobs.map(({ key }) => key));
      assert.ok(keys.has(first) && keys.has(other));
      const listed = await vendor.store.list({ prefix: first.slice(0, 36) });
      assert.deepEqual(
        listed.blobs.map(({ key }) => key),
        [first],
      );
    },
  },
  {
    promise: 'Lists no blobs for a prefix that no key has',
    source: `${BLOBS}#list`,
    readOn: READ_ON,
    check: async ({ store }) => {
      const { blobs } = await store.list({ prefix: randomUUID() });
      assert.deepEqual(blobs, []);
    },
  },
  {
    promise: 'Lists all blobs of a store, which the server sends in pages of up to 1,000',
    source: `${BLOBS}#list`,
    readOn: READ_ON,
    whyNotLive: 'A check would write 1,001 blobs.',
    checkStandIn: async ({ store }) => {
      const prefix = `${randomUUID()}/`;
      const keys = Array.from({ length: 1001 }, (_, index) => `${prefix}${index}`);
      await Promise.all(keys.map((key) => store.set(key, '1')));
      let pages = 0;
      for await (const page of store.list({ prefix, paginate: true })) {
        assert.ok(page.blobs.length <= 1000);
        pages += 1;
      }
      assert.equal(pages, 2);
      const { blobs } = await store.list({ prefix });
      assert.deepEqual(blobs.map(({ key }) => key).toSorted(), keys.toSorted());
      await Promise.all(keys.map((key) => store.delete(key)));
    },
  },

  // Limits
  {
    promise: 'Refuses a key over 600 bytes and a store name over 64 bytes',
    source: `${BLOBS}#limitations`,
    readOn: READ_ON,
    check: async ({ store }) => {
      await assert.rejects(store.set('x'.repeat(601), 'bytes'), /600 bytes/);
      const site = { siteID: 'site', token: 'token' };
      assert.throws(() => getStore({ name: 'x'.repeat(65), ...site }), /64 bytes/);
    },
  },
  {
    promise: 'Stores objects of up to 5 GB',
    source: `${BLOBS}#limitations`,
    readOn: READ_ON,
    whyUnchecked: 'A check would write 5 GB. A guide has at most 18 MB.',
  },
  {
    promise: 'May return data that is up to 60 seconds old without strong consistency',
    source: `${BLOBS}#consistency`,
    readOn: READ_ON,
    whyUnchecked: 'The age depends on caches. The shop requests strong consistency.',
  },
  {
    promise: 'Shares a store from getStore among all deploy contexts of a site',
    source: BLOBS,
    readOn: READ_ON,
    whyUnchecked: 'A check needs two deploys. The shop adds the context to the store name.',
  },
  {
    promise: 'Cannot return part of a blob',
    source: BLOBS,
    readOn: READ_ON,
    whyUnchecked: 'There is no such call. For a range, the shop reads the whole guide.',
  },
  {
    promise: 'Retries 429, 5xx and lost connections five times in its client, without a time limit',
    source: 'https://github.com/netlify/primitives/blob/main/packages/blobs/src/retry.ts',
    readOn: READ_ON,
    whyUnchecked: 'A check would take 25 seconds. platform/blobs.ts adds time limits.',
  },
];
