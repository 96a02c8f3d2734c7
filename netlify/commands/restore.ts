import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { indexEntries, type IndexEntry } from '../orders/indexes.ts';
import { orderKeys } from '../orders/keys.ts';
import { orderFrom } from '../orders/order-hash.ts';
import { callBlobs } from '../platform/blobs.ts';
import { now } from '../platform/clock.ts';
import { callRedis, redisKey } from '../platform/redis.ts';
import {
  type Manifest,
  REDIS_FILE,
  type SavedHash,
  guidePath,
  manifestSchema,
  savedHashSchema,
} from './backup-format.ts';
import { runCommand } from './run.ts';
import { openStores } from './stores.ts';

const readManifest = async (folder: string): Promise<Manifest | null> => {
  try {
    const text = await readFile(path.join(folder, 'backup.json'), 'utf8');
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
};

const findProblem = async (file: string, expected: string | undefined): Promise<string | null> => {
  if (expected === undefined) return 'has no hash in backup.json';
  const bytes = await readFile(file).catch(() => null);
  if (!bytes) return 'is missing';
  return hash('sha256', bytes) === expected ? null : 'was changed';
};

/** Throws with a message for the owner if a file is missing, was changed, or has no hash. */
const readVerifiedManifest = async (folder: string): Promise<Manifest> => {
  const manifest = await readManifest(folder);
  if (!manifest)
    throw new Error(`The backup has no readable ${folder}/backup.json. Use another backup.`);
  for (const name of [REDIS_FILE, ...manifest.guides.map(({ key }) => guidePath(key))]) {
    const problem = await findProblem(path.join(folder, name), manifest.sha256[name]);
    if (problem === null) continue;
    throw new Error(`${name} in ${folder} ${problem}. Nothing was restored. Use another backup.`);
  }
  return manifest;
};

/** The index entries of an order. An announcement has none. */
const indexEntriesOf = ({ name, id, fields }: SavedHash): IndexEntry[] => {
  if (name !== 'order') return [];
  const order = orderFrom(id, fields);
  if (!order) return [];
  const entries = indexEntries(order);
  const { withdrawnAt, awaitsFilesSince } = order;
  if (withdrawnAt !== null) {
    entries.push({ key: orderKeys.withdrawn(), score: withdrawnAt, member: id });
  }
  if (awaitsFilesSince !== null) {
    entries.push({ key: orderKeys.awaitingFiles(), score: awaitsFilesSince, member: id });
  }
  return entries;
};

const writeIndex = async (key: string, entries: readonly IndexEntry[]): Promise<void> => {
  const [first, ...more] = entries.map(({ score, member }) => ({ score, member }));
  if (!first) return;
  // `gt`, because a product's buyers are indexed by the time of their latest order.
  await callRedis((redis) => redis.zadd(key, { gt: true }, first, ...more));
};

/** Writes hashes and their index entries. No call awaits another, so they share one request. */
const writeHashes = async (hashes: readonly SavedHash[]): Promise<void> => {
  const entriesByKey = Map.groupBy(hashes.flatMap(indexEntriesOf), ({ key }) => key);
  await Promise.all([
    ...hashes.map(({ name, id, fields }) =>
      callRedis((redis) => redis.hset(redisKey(name, id), fields)),
    ),
    ...[...entriesByKey].map(([key, entries]) => writeIndex(key, entries)),
  ]);
};

const HASHES_PER_REQUEST = 100;

const restoreGuides = async (folder: string, guides: Manifest['guides']): Promise<void> => {
  const { blobs } = await callBlobs('guides', 'read', (store) => store.list());
  const existing = new Set(blobs.map(({ key }) => key));
  for (const { key } of guides) {
    if (existing.has(key)) {
      console.log(`${key} already exists, so it was not restored.`);
      continue;
    }
    const { buffer } = new Uint8Array(await readFile(path.join(folder, guidePath(key))));
    await callBlobs('guides', 'write', (store) => store.set(key, buffer));
  }
};

const restoreHashes = async (folder: string): Promise<void> => {
  const text = await readFile(path.join(folder, REDIS_FILE), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  for (let start = 0; start < lines.length; start += HASHES_PER_REQUEST) {
    const batch = lines.slice(start, start + HASHES_PER_REQUEST);
    await writeHashes(batch.map((line) => savedHashSchema.parse(JSON.parse(line))));
  }
};

const restoreBackup = async (
  context: string,
  folder: string,
  { guides, unsubscribed }: Manifest,
): Promise<void> => {
  if ((await callRedis<number>((redis) => redis.zcard(orderKeys.orders()))) > 0) {
    throw new Error(`${context} has orders. Nothing was restored. Restore into a new database.`);
  }
  await restoreGuides(folder, guides);
  // Set before any order is written. The receipt of an order that was paid before this time may
  // already have been sent, even if the order is not in the backup, so the shop doesn't send it
  // again.
  await callRedis((redis) => redis.set(orderKeys.storeCreated(), now()));
  const [buyer, ...more] = unsubscribed;
  if (buyer) await callRedis((redis) => redis.sadd(orderKeys.unsubscribed(), buyer, ...more));
  await restoreHashes(folder);
};

/** `npm run restore -- <folder>`, with `--context=<name>` for a context other than the backup's. */
export const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    options: { context: { type: 'string' } },
    allowPositionals: true,
  });
  const folder = positionals[0];
  if (folder === undefined || positionals.length > 1) {
    throw new Error('Specify one backup folder: npm run restore -- backup/2026-11-22-09-30');
  }
  const manifest = await readVerifiedManifest(folder);
  const context = values.context ?? manifest.context;
  openStores(context);
  await restoreBackup(context, folder, manifest);
  console.log(`${context} now contains the backup from ${manifest.madeAt}.`);
};

if (import.meta.main) await runCommand(run);
