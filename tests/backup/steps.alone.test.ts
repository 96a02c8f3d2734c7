import { cpSync, existsSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import type * as promises from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { verifyManifest } from '../../netlify/commands/backup/folder.ts';
import { sessionsFrom } from '../shop/seed.ts';
import { backUpHere, newFolder, restoreHere } from './commands.ts';
import { FILES, sellIn } from './sold.ts';
import { type Stores, openStores } from './stores.ts';

/** So many more steps are done, and the next one by half. */
let left = Infinity;
function isLast(): boolean {
  left -= 1;
  if (left < -1) throw new Error('done after its end');
  return left === -1;
}

const halfOf = async (data: Parameters<typeof promises.writeFile>[1]): Promise<Buffer> => {
  const isWhole = typeof data === 'string' || ArrayBuffer.isView(data);
  const bytes = await buffer(Readable.from(isWhole ? [data] : data));
  return bytes.subarray(0, bytes.byteLength / 2);
};

/** Functions like this one are there before the mocks, which come before all else. */
function step<Args extends unknown[]>(
  work: (...args: Args) => Promise<unknown>,
  half?: typeof work,
) {
  return async (...args: Args) => {
    if (!isLast()) return work(...args);
    await half?.(...args);
    throw new Error('killed');
  };
}

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof promises>();
  return {
    ...real,
    mkdir: step(real.mkdir),
    rename: step(real.rename),
    rm: step(real.rm),
    writeFile: step(real.writeFile, async (file, data, options) =>
      real.writeFile(file, await halfOf(data), options),
    ),
  };
});

const ORDERS = 3;
let shop: Stores;
beforeAll(async () => {
  shop = await openStores();
  await sellIn(shop, ORDERS);
});
afterAll(() => shop.close());

/** As a backup was laid out before each file had a name of its own. */
const asBefore = async (folder: string): Promise<void> => {
  const text = readFileSync(path.join(folder, 'manifest.json'), 'utf8');
  const uuid = /-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
  for (const name of readdirSync(folder)) {
    renameSync(path.join(folder, name), path.join(folder, name.replace(uuid, '')));
  }
  writeFileSync(path.join(folder, 'manifest.json'), text.replaceAll(uuid, ''));
};

const namesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();

let restored = 0;
/** How many orders a shop has that a folder was restored into. */
const ordersOf = async (folder: string): Promise<number> => {
  restored += 1;
  const context = `try-${restored}`;
  await restoreHere(shop.outside, folder, context);
  return shop.redis.zcard(`orders:${context}`);
};

/** Backs up into copies of a folder, each time one step further. Answers how many orders each gave back then. */
const ordersAfterEachStep = async (before: string): Promise<(number | null)[]> => {
  const after: (number | null)[] = [];
  for (let steps = 0; ; steps += 1) {
    const folder = newFolder();
    cpSync(before, folder, { recursive: true });
    left = steps;
    const ended = await backUpHere(shop.outside, folder).then(
      () => 'whole',
      (error: Error) => error.message,
    );
    left = Infinity;
    if (ended === 'whole') return after;
    expect(ended).toBe('killed');
    const hadOne = existsSync(path.join(folder, 'manifest.json'));
    after.push(hadOne ? await ordersOf(folder) : null);
    await backUpHere(shop.outside, folder);
    await expectNothingElse(folder);
    if (!hadOne) expect(await ordersOf(folder)).toBe(await shop.redis.zcard('orders:dev'));
  }
};

/** In the folder of a backup that is whole, but for what the owner has put there. */
const expectNothingElse = async (folder: string): Promise<void> => {
  const { files } = await verifyManifest(folder);
  const named = files.map(({ name }) => name);
  const theOwners = namesIn(folder).filter((name) => name.includes('mine'));
  expect(namesIn(folder)).toEqual([...named, 'manifest.json', ...theOwners].toSorted());
};

const times = <T>(count: number, what: T): T[] => Array.from({ length: count }, () => what);

test('whichever step a first backup breaks off at, it is none, and goes on to be whole', async () => {
  // The folder, four files of guides, three of lines, the manifest and its name.
  expect(await ordersAfterEachStep(newFolder())).toEqual(times(10, null));
});

test('whichever step the next one breaks off at, the folder holds the one before, or the new one', async () => {
  const folder = newFolder();
  await backUpHere(shop.outside, folder);
  await asBefore(folder);
  expect(await ordersOf(folder), 'of a folder as it was written before').toBe(ORDERS);
  writeFileSync(path.join(folder, 'orders-of-mine.ndjson'), 'kept');

  await shop.keep(sessionsFrom(ORDERS, 1));
  await shop.publish(FILES[0], new TextEncoder().encode('%PDF new'));
  // As above, but for guides that are there; then the three files of lines that are not named any more.
  expect(await ordersAfterEachStep(folder)).toEqual([...times(7, ORDERS), ...times(3, ORDERS + 1)]);
  await backUpHere(shop.outside, folder);
  await expectNothingElse(folder);
  expect(namesIn(folder)).toContain('orders-of-mine.ndjson');
});
