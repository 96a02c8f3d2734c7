import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  readLines,
  savedGuideSchema,
  verifyManifest,
} from '../../netlify/commands/backup/folder.ts';
import { readRecord, writeEdition, writeRecord } from '../../netlify/guides/blobs-editions.ts';
import { findGuide, writeGuide } from '../../netlify/guides/blobs-guides.ts';
import { openBlobs } from '../../netlify/clients/blobs.ts';
import { ordersContext } from '../../netlify/env.ts';
import { sha256 } from '../shop/downloading.ts';
import { backUpHere, newFolder, restoreHere, run } from './commands.ts';
import { FILES, sellIn } from './sold.ts';
import { type Stores, openStores } from './stores.ts';

let shop: Stores;
beforeAll(async () => {
  shop = await openStores();
  await sellIn(shop, 3);
});
afterAll(() => shop.close());

const bytesOf = (pdf: string) => new TextEncoder().encode(`%PDF ${pdf}`);

/** What a function of the live shop finds. */
const asLiveShop = async () => {
  vi.stubGlobal('Netlify', { context: { deploy: { context: 'production' } } });
  Object.assign(process.env, shop.environment, {
    STRIPE_SECRET_KEY: 'sk_live_of_the_test',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_test',
    SIGNING_SECRET: 'a signing secret of the tests, long enough',
    PUBLIC_SITE_URL: 'https://shop.example',
  });
  openBlobs({});
  const guide = await findGuide(FILES[0]);
  const orders = await shop.redis.keys(`order:${ordersContext()}:*`);
  return { orders: orders.length, hasGuide: guide !== null };
};

test('without --context a backup is of the live shop, and with it of another', async () => {
  const folder = newFolder();
  await run('backup', shop.outside, '--context=dev', `--to=${folder}`);
  const args = ['--context=production-live', folder];
  expect(await run('restore', shop.outside, ...args)).toMatchObject({ code: 0, err: '' });
  expect(await asLiveShop()).toEqual({ orders: 3, hasGuide: true });
  const { code, out } = await run('backup', shop.outside, `--to=${newFolder()}`);
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringContaining('production-live: 3 orders and 4 editions'),
  });
});

test('an edition is in it once buyers got it, noted or not, and one under way is not', async () => {
  const stores = await openStores();
  const [fileName] = FILES;
  await stores.publish(fileName, bytesOf('first'));

  const { version, ...record } = await readRecord(fileName);
  const [first] = record.editions;
  if (!first) throw new Error('no edition');
  const begin = async (id: string) => {
    const bytes = bytesOf(id);
    await writeEdition(fileName, id, bytes.buffer);
    const edition = { ...first, id, sha256: sha256(bytes), size: bytes.byteLength };
    return { at: stores.now(), edition, bytes };
  };
  const [second, third] = [await begin('second'), await begin('third')];
  await writeRecord(fileName, { ...record, pending: [third, second], version });
  // Broken off before it was noted.
  await writeGuide(fileName, second.bytes.buffer, {
    edition: { id: 'second', since: '2026-11-22' },
  });

  const folder = newFolder();
  await backUpHere(stores.outside, folder);
  const manifest = await verifyManifest(folder);
  const [saved] = await Array.fromAsync(readLines(folder, manifest, 'guides', savedGuideSchema));
  expect(saved?.current).toEqual({ id: 'second', since: '2026-11-22' });
  expect(saved?.editions.map(({ id }) => id)).toEqual(['second', first.id]);
  await stores.close();
});

test('an order of which Redis has lost all but its place is left out, and that is told', async () => {
  const key = 'orders:dev';
  await shop.redis.zadd(key, { score: 1, member: 'cs_test_gone' });
  const folder = newFolder();
  const { out } = await run('backup', shop.outside, '--context=dev', `--to=${folder}`);
  await shop.redis.zrem(key, 'cs_test_gone');
  expect(out).toContain('Skipped 1 order, because Redis only has the id.');
  expect(out).toContain('dev: 3 orders and');
  const stores = await openStores();
  await restoreHere(stores.outside, folder);
  await stores.close();
});
