import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync, readFileSync, readdirSync, renameSync, writeFileSync, cpSync } from 'node:fs';
import type * as promises from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { verifyManifest } from '../../netlify/commands/backup/folder.ts';
import { byDepth } from '../depth.ts';
import { sessionsFrom } from '../shop/seed.ts';
import { newFolder } from './commands.ts';
import { contentsOf } from './contents.ts';
import { FILES, openShops } from './sold.ts';

/** A command under way: the steps that it has begun, and in which of them it is killed. */
type Run = { readonly steps: string[]; readonly last: number };
/** Each run has its own, so that what is left of a killed one stays dead while others go on. */
const running = new AsyncLocalStorage<Run>();

/** A function, since the mocks come before all else. */
function step<Args extends unknown[], Result>(
  work: (...args: Args) => Promise<Result>,
  nameOf: (...args: Args) => string,
  half: (...args: Args) => Promise<unknown> = async () => {},
) {
  return async (...args: Args): Promise<Result> => {
    const run = running.getStore();
    const over = run ? run.steps.push(nameOf(...args)) - run.last : -1;
    if (over < 0) return work(...args);
    if (over === 0) await half(...args);
    throw new Error('killed');
  };
}

const halfOf = async (data: Parameters<typeof promises.writeFile>[1]): Promise<Buffer> => {
  const isWhole = typeof data === 'string' || ArrayBuffer.isView(data);
  const bytes = await buffer(Readable.from(isWhole ? [data] : data));
  return bytes.subarray(0, bytes.byteLength / 2);
};

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof promises>();
  return {
    ...real,
    mkdir: step(real.mkdir, () => 'mkdir'),
    rename: step(real.rename, () => 'rename'),
    rm: step(real.rm, () => 'rm'),
    writeFile: step(
      real.writeFile,
      (file) => `writeFile ${path.basename(path.dirname(String(file)))}`,
      async (file, data, options) => real.writeFile(file, await halfOf(data), options),
    ),
  };
});

const { fetch: ask } = globalThis;
const write = step(ask, (_, init) => `${init?.method?.toUpperCase()} of a store`);
// What only reads is no step.
vi.stubGlobal('fetch', (...[url, init]: Parameters<typeof ask>) =>
  /^(get|head)?$/i.test(init?.method ?? '') ? ask(url, init) : write(url, init),
);

/** Does the work as a process that is killed in its step of that number. Returns its steps, and whether it has ended. */
const runTo = async (last: number, work: () => Promise<unknown>) => {
  const steps: string[] = [];
  const isWhole = await running.run({ steps, last }, work).then(
    () => true,
    (error: unknown) => {
      if (steps.length < last) throw error;
      return false;
    },
  );
  return { steps, isWhole };
};

const stepsOf = async (work: () => Promise<unknown>) => (await runTo(Infinity, work)).steps;

/** By day a third of the steps, where none is worse than the others. */
const STRIDE = byDepth(3, 1);

/** Two batches of a restore. */
const ORDERS = 101;
const EDITIONS = 4;
const OF_THE_OWNER = 'orders-of-mine.ndjson';

const [shop, other] = await openShops(ORDERS);

/** Backs up into copies of a folder, each time killed later. */
async function* killedBackups(before: string, stride = 1) {
  for (let last = 1; ; last += stride) {
    const folder = newFolder();
    cpSync(before, folder, { recursive: true });
    const { steps, isWhole } = await runTo(last, () => shop.backUp(folder));
    if (isWhole) return;
    yield { folder, steps };
  }
}

/** Goes on with a killed backup. Returns how many editions both runs have fetched. */
const goOn = async (folder: string, steps: readonly string[]): Promise<number> => {
  const left = await stepsOf(() => shop.backUp(folder));
  return [...steps, ...left].filter((name) => name === 'writeFile editions').length;
};

test('a first backup that is killed in any step is none, and goes on', async () => {
  let kills = 0;
  for await (const { folder, steps } of killedBackups(newFolder(), STRIDE)) {
    kills += 1;
    expect(existsSync(path.join(folder, 'manifest.json')), steps.at(-1)).toBe(false);
    // It fetches only those again of which it has a half.
    expect([EDITIONS, EDITIONS + 1]).toContain(await goOn(folder, steps));
    expect(await verifyManifest(folder)).toMatchObject({ orders: ORDERS, editions: EDITIONS });
  }
  expect(kills).toBeGreaterThan(3);
});

/** As a backup was laid out before each file had a name of its own. */
const asBefore = (folder: string): void => {
  const text = readFileSync(path.join(folder, 'manifest.json'), 'utf8');
  const uuid = /-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
  for (const name of readdirSync(folder)) {
    renameSync(path.join(folder, name), path.join(folder, name.replace(uuid, '')));
  }
  writeFileSync(path.join(folder, 'manifest.json'), text.replaceAll(uuid, ''));
};

test('whichever step the next one is killed in, the folder holds the one before, or the new one', async () => {
  const before = newFolder();
  await shop.backUp(before);
  asBefore(before);
  writeFileSync(path.join(before, OF_THE_OWNER), 'kept');
  await shop.keep(sessionsFrom(ORDERS, 1));
  await shop.publish(FILES[0], new TextEncoder().encode('%PDF new'));
  for await (const { folder, steps } of killedBackups(before)) {
    const isNew = steps.includes('rm');
    const { orders } = await verifyManifest(folder);
    expect(orders, steps.at(-1)).toBe(isNew ? ORDERS + 1 : ORDERS);
    expect([1, 2]).toContain(await goOn(folder, steps));
    const { files } = await verifyManifest(folder);
    const all = [...files.map(({ name }) => name), 'editions', 'manifest.json', OF_THE_OWNER];
    expect(readdirSync(folder, { recursive: true }).toSorted()).toEqual(all.toSorted());
  }
});

test('a restore that is killed in any step goes on, and the shop is as the first one', async () => {
  const folder = newFolder();
  await shop.backUp(folder);
  asBefore(folder);
  const expected = await contentsOf(shop);
  for (let last = 1, isWhole = false; !isWhole; last += STRIDE) {
    await other.empty();
    const run = await runTo(last, () => other.restore(folder));
    isWhole = run.isWhole;
    await other.restore(folder);
    expect(await contentsOf(other), run.steps.at(-1)).toEqual(expected);
  }
  await other.redis.flushall();
  const steps = await stepsOf(() => other.restore(folder));
  expect(steps, 'guides that are there stay').not.toContain('PUT of a store');
  expect(await contentsOf(other)).toEqual(expected);
});
