import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backUpHere, killAfter, newFolder, restoreHere, run } from './commands.ts';
import { type Manifest, verifyManifest } from '../../netlify/commands/backup/folder.ts';
import { guideIn, ordersIn } from './contents.ts';
import { FILES, sellIn } from './sold.ts';
import { type Stores, openStores } from './stores.ts';

/** A process for each place where one may break off. */
const TAKES_MS = 15 * 60_000;

/** Three batches of a restore. */
const ORDERS = 250;

let shop: Stores;
beforeAll(async () => {
  shop = await openStores();
  await sellIn(shop, ORDERS);
});
afterAll(() => shop.close());

/** Of lines and guides, whatever the files are named. */
const hashesOf = ({ files }: Pick<Manifest, 'files'>): string[] =>
  files.map((file) => file.sha256).toSorted();

const contentsOf = async (stores: Stores) => ({
  orders: await ordersIn(stores.redis),
  guides: await Promise.all(FILES.map((file) => guideIn(stores, file))),
});

const placesIn = (requests: number): number[] => Array.from({ length: requests }, (_, n) => n);

const requestsOf = async (stores: Stores, work: () => Promise<unknown>): Promise<string[]> => {
  const before = stores.outside.requests.length;
  await work();
  return stores.outside.requests.slice(before);
};

/** Of the bytes of an edition. */
const isFetch = (request: string): boolean => /^GET \/signed\/.*\/editions\//.test(request);

test(
  'a backup that is killed anywhere has no manifest, goes on and ends whole',
  async () => {
    const whole = newFolder();
    const requests = await requestsOf(shop, () => backUpHere(shop.outside, whole));
    expect(requests.filter(isFetch)).toHaveLength(4);
    const { files } = await verifyManifest(whole);
    for (const place of placesIn(requests.length)) {
      const folder = newFolder();
      const args = ['--context=dev', `--to=${folder}`];
      expect(await killAfter(place, 'backup', shop.outside, ...args), String(place)).toBe(true);
      expect(readdirSync(folder)).not.toContain('manifest.json');
      const fetched = readdirSync(folder).includes('editions')
        ? readdirSync(path.join(folder, 'editions')).length
        : 0;
      const left = await requestsOf(shop, () => backUpHere(shop.outside, folder));
      // The last of those that are there may be half of one.
      expect(left.filter(isFetch).length).toBeGreaterThanOrEqual(4 - fetched);
      expect(left.filter(isFetch).length).toBeLessThanOrEqual(5 - fetched);
      const done = await verifyManifest(folder);
      expect(done).toMatchObject({ orders: ORDERS, editions: 4 });
      expect(hashesOf(done)).toEqual(hashesOf({ files }));
    }
  },
  TAKES_MS,
);

test('a backup of the same day stays whole until the next one is, and fetches no file twice', async () => {
  const folder = newFolder();
  const args = ['--context=dev', `--to=${folder}`];
  await backUpHere(shop.outside, folder);
  const requests = await requestsOf(shop, () => backUpHere(shop.outside, folder));
  const before = await verifyManifest(folder);
  expect(requests.filter(isFetch)).toEqual([]);
  expect(await killAfter(requests.length - 1, 'backup', shop.outside, ...args)).toBe(true);
  expect(await verifyManifest(folder)).toEqual(before);
  const other = await openStores();
  await restoreHere(other.outside, folder);
  await other.close();
});

test(
  'a restore that is killed anywhere goes on, and the shop is as the first one',
  async () => {
    const folder = newFolder();
    await backUpHere(shop.outside, folder);
    const expected = await contentsOf(shop);
    const empty = await openStores();
    const requests = await requestsOf(empty, () => restoreHere(empty.outside, folder));
    expect(await contentsOf(empty)).toEqual(expected);
    await empty.close();
    for (const place of placesIn(requests.length)) {
      const stores = await openStores();
      expect(await killAfter(place, 'restore', stores.outside, folder), String(place)).toBe(true);
      expect(await run('restore', stores.outside, folder)).toMatchObject({ code: 0, err: '' });
      expect(await contentsOf(stores)).toEqual(expected);
      const again = await requestsOf(stores, () => restoreHere(stores.outside, folder));
      expect(again.filter((request) => request.startsWith('PUT'))).toEqual([]);
      expect(await contentsOf(stores)).toEqual(expected);
      await stores.close();
    }
  },
  TAKES_MS,
);

test('a restore into a new Redis alone leaves the guides as they are', async () => {
  const folder = newFolder();
  await backUpHere(shop.outside, folder);
  const stores = await openStores();
  const { UPSTASH_REDIS_REST_URL, UPSTASH_REDIS_REST_TOKEN } = stores.outside.environment;
  const environment = {
    ...shop.outside.environment,
    UPSTASH_REDIS_REST_URL,
    UPSTASH_REDIS_REST_TOKEN,
  };
  const requests = await requestsOf(shop, async () => {
    await restoreHere({ environment }, folder);
  });
  expect(requests.filter((request) => request.startsWith('PUT'))).toEqual([]);
  expect(await ordersIn(stores.redis)).toEqual(await ordersIn(shop.redis));
  await stores.close();
});
