import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readLines, savedGuideSchema } from '../../netlify/commands/backup/folder.ts';
import { now } from '../../netlify/platform/clock.ts';
import { openBlobs } from '../../netlify/platform/blobs.ts';
import { ordersContext } from '../../netlify/platform/env.ts';
import { readRecord, writeEdition, writeRecord } from '../../netlify/guides/blobs-editions.ts';
import { findGuide, writeGuide } from '../../netlify/guides/blobs-guides.ts';
import { listAnnouncements, openAnnouncements } from '../../netlify/mail/redis-announcements.ts';
import { sha256 } from '../shop/downloading.ts';
import { newFolder, run } from './commands.ts';
import { FILES, TOLD, WANTS_NO_NEWS, announce, openShops } from './sold.ts';
import type { Stores } from './stores.ts';

const [shop, other] = await openShops(3);
afterEach(() => other.empty());

const asLiveShop = async ({ redis, environment }: Stores) => {
  vi.stubGlobal('Netlify', { context: { deploy: { context: 'production' } } });
  Object.assign(process.env, environment, {
    STRIPE_SECRET_KEY: 'sk_live_of_the_test',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_test',
    SIGNING_SECRET: 'a signing secret of the tests, long enough',
    PUBLIC_SITE_URL: 'https://shop.example',
  });
  openBlobs({});
  const guide = await findGuide(FILES[0]);
  const orders = await redis.keys(`order:${ordersContext()}:*`);
  return { orders: orders.length, hasGuide: guide !== null };
};

test('without --context a backup is of the live shop, and with it of another', async () => {
  const folder = newFolder();
  await run('backup', shop.outside, '--context=dev', `--to=${folder}`);
  const args = ['--context=production-live', folder];
  expect(await run('restore', other.outside, ...args)).toMatchObject({ code: 0, err: '' });
  expect(await asLiveShop(other)).toEqual({ orders: 3, hasGuide: true });
  const { code, out } = await run('backup', other.outside, `--to=${newFolder()}`);
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringContaining('production-live: 3 orders and 4 editions'),
  });
});

const bytesOf = (id: string) => new TextEncoder().encode(`%PDF ${id}`);

test('an edition is in it once buyers got it, noted or not, and one under way is not', async () => {
  const [fileName] = FILES;
  await other.publish(fileName, bytesOf('first'));
  const { version, editions } = await readRecord(fileName);
  const [first] = editions;
  if (!first) throw new Error('no edition');
  const begin = async (id: string) => {
    const bytes = bytesOf(id);
    await writeEdition(fileName, id, bytes.buffer);
    const edition = { ...first, id, sha256: sha256(bytes), size: bytes.byteLength };
    return { at: now(), edition };
  };
  const pending = [await begin('third'), await begin('second')];
  await writeRecord(fileName, { editions, pending, version });
  // Broken off before it was noted.
  const current = { id: 'second', since: '2026-11-22' };
  await writeGuide(fileName, bytesOf('second').buffer, { edition: current });

  const folder = newFolder();
  const manifest = await other.backUp(folder);
  const [saved] = await Array.fromAsync(readLines(folder, manifest, 'guides', savedGuideSchema));
  expect(saved?.current).toEqual(current);
  expect(saved?.editions.map(({ id }) => id)).toEqual(['second', first.id]);
});

test('an order of which Redis has lost all but its place is left out, and that is told', async () => {
  const key = 'orders:dev';
  await shop.redis.zadd(key, { score: 1, member: 'cs_test_gone' });
  const folder = newFolder();
  const { out } = await run('backup', shop.outside, '--context=dev', `--to=${folder}`);
  await shop.redis.zrem(key, 'cs_test_gone');
  expect(out).toContain('Skipped 1 order, because Redis only has the id.');
  await other.restore(folder);
  expect(await other.redis.zcard(key)).toBe(3);
});

test('news that were under way count as told: nobody is told twice', async () => {
  shop.openHere();
  await announce('half', [TOLD, WANTS_NO_NEWS]);
  const folder = newFolder();
  await shop.backUp(folder);
  await other.restore(folder);
  expect(await openAnnouncements()).toEqual([]);
  const half = (await listAnnouncements()).find(({ edition }) => edition === 'half');
  expect(half).toMatchObject({ state: 'done', buyers: 2, sent: 1 });
});

test('a backup of before there were news is restored too', async () => {
  const folder = newFolder();
  const { files, ...manifest } = await shop.backUp(folder);
  const older = { ...manifest, files: files.filter(({ name }) => !name.startsWith('news')) };
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(older));
  await other.restore(folder);
  expect(await other.redis.zcard('orders:dev')).toBe(3);
});
