import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedisClient } from '../../netlify/clients/redis.ts';
import { createNews } from '../../netlify/mail/redis-news.ts';
import { createNoNews } from '../../netlify/mail/redis-no-news.ts';
import { createOrderKeys } from '../../netlify/orders/redis-keys.ts';
import { verifyManifest } from '../../netlify/backup/folder.ts';
import { backUpHere, newFolder, restoreHere } from './commands.ts';
import { ordersIn } from './contents.ts';
import { sellIn } from './sold.ts';
import { type Stores, openStores } from './stores.ts';

const clientOf = ({ outside }: Stores) => ({
  ...createRedisClient({
    url: outside.environment.UPSTASH_REDIS_REST_URL,
    token: outside.environment.UPSTASH_REDIS_REST_TOKEN,
  }),
  keys: createOrderKeys('dev'),
});

const NEWS = { product: 'guide-1', since: 2_000_000_000, changes: 'New words.' };
const [WANTS_NONE, OTHER] = ['a'.repeat(32), 'b'.repeat(32)];

let shop: Stores;
beforeAll(async () => {
  shop = await openStores();
  await sellIn(shop, 3);
  const news = createNews(clientOf(shop));
  await createNoNews(clientOf(shop)).add(WANTS_NONE);
  await news.begin({ ...NEWS, edition: 'done' }, 1_700_000_000);
  await news.gather('done', { from: '-', to: null, buyers: [OTHER] }, 1);
  await news.queue('done').end(OTHER, { is: 'sent', detail: '' }, 1);
  await news.finish('done', 1_700_000_000);
});
afterAll(() => shop.close());

const backUp = async (): Promise<string> => {
  const folder = newFolder();
  await backUpHere(shop.outside, folder);
  return folder;
};

test('who wants no news wants none of a restored shop, and what was told is told', async () => {
  const folder = await backUp();
  const other = await openStores();
  for (const times of [1, 2]) {
    await restoreHere(other.outside, folder);
    expect(await ordersIn(other.redis), String(times)).toEqual(await ordersIn(shop.redis));
  }
  const noNews = createNoNews(clientOf(other));
  expect([await noNews.has(WANTS_NONE), await noNews.has(OTHER)]).toEqual([true, false]);
  const news = createNews(clientOf(other));
  await news.begin({ ...NEWS, edition: 'done' }, 1_800_000_000);
  expect(await news.open()).toEqual([]);
  expect(await news.list()).toMatchObject([{ edition: 'done', state: 'done', buyers: 1, sent: 1 }]);
  await other.close();
});

test('news that were under way count as told: nobody is told twice', async () => {
  const news = createNews(clientOf(shop));
  await news.begin({ ...NEWS, edition: 'half' }, 1_700_000_100);
  await news.gather('half', { from: '-', to: null, buyers: [WANTS_NONE, OTHER] }, 1);
  await news.queue('half').end(OTHER, { is: 'sent', detail: '' }, 1);
  const folder = await backUp();
  const other = await openStores();
  await restoreHere(other.outside, folder);
  const restored = createNews(clientOf(other));
  expect(await restored.open()).toEqual([]);
  const [half] = await restored.list();
  expect(half).toMatchObject({ edition: 'half', state: 'done', buyers: 2, sent: 1 });
  await other.close();
});

test('a backup of before there were news is restored too', async () => {
  const folder = await backUp();
  const { files, ...manifest } = await verifyManifest(folder);
  const older = { ...manifest, files: files.filter(({ name }) => !name.startsWith('news')) };
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(older));
  const other = await openStores();
  await restoreHere(other.outside, folder);
  expect(await other.redis.zcard('orders:dev')).toBe(3);
  await other.close();
});
