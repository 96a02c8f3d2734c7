import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { verifyManifest } from '../../netlify/commands/backup/folder.ts';
import { backUpHere, newFolder, restoreHere } from './commands.ts';
import { ordersIn } from './contents.ts';
import { sellIn } from './sold.ts';
import { type Stores, openStores } from './stores.ts';
import { hostedServices } from '../shop/hosted-services.ts';

const { environment: secrets } = await hostedServices();

/** The announcements of a shop, whose modules open its Redis once. */
const mailOf = async ({ environment }: Stores) => {
  Object.assign(process.env, secrets, environment);
  vi.resetModules();
  return {
    ...(await import('../../netlify/mail/redis-announcements.ts')),
    ...(await import('../../netlify/mail/opt-out.ts')),
  };
};

const ANNOUNCED = { product: 'guide-1', since: 2_000_000_000, changes: 'New words.' };
const [WANTS_NONE, OTHER] = ['a'.repeat(32), 'b'.repeat(32)];

let shop: Stores;
beforeAll(async () => {
  shop = await openStores();
  await sellIn(shop, 3);
  const mail = await mailOf(shop);
  await mail.optOut(WANTS_NONE);
  await mail.beginAnnouncement({ ...ANNOUNCED, edition: 'done' }, 1_700_000_000);
  await mail.gather('done', { from: '-', to: null, buyers: [OTHER] }, 1);
  await mail.outboxOf('done').end(OTHER, { is: 'sent', detail: '' }, 1);
  await mail.finish('done', 1_700_000_000);
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
  const mail = await mailOf(other);
  expect([await mail.hasOptedOut(WANTS_NONE), await mail.hasOptedOut(OTHER)]).toEqual([
    true,
    false,
  ]);
  await mail.beginAnnouncement({ ...ANNOUNCED, edition: 'done' }, 1_800_000_000);
  expect(await mail.openAnnouncements()).toEqual([]);
  expect(await mail.listAnnouncements()).toMatchObject([
    { edition: 'done', state: 'done', buyers: 1, sent: 1 },
  ]);
  await other.close();
});

test('news that were under way count as told: nobody is told twice', async () => {
  const mail = await mailOf(shop);
  await mail.beginAnnouncement({ ...ANNOUNCED, edition: 'half' }, 1_700_000_100);
  await mail.gather('half', { from: '-', to: null, buyers: [WANTS_NONE, OTHER] }, 1);
  await mail.outboxOf('half').end(OTHER, { is: 'sent', detail: '' }, 1);
  const folder = await backUp();
  const other = await openStores();
  await restoreHere(other.outside, folder);
  const restored = await mailOf(other);
  expect(await restored.openAnnouncements()).toEqual([]);
  const [half] = await restored.listAnnouncements();
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
