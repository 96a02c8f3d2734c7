import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { indexEntries, type IndexEntry } from '../orders/indexes.ts';
import { orderKeys } from '../orders/keys.ts';
import { saleFrom } from '../orders/order-hash.ts';
import { callBlobs } from '../platform/blobs.ts';
import { now } from '../platform/clock.ts';
import { sendToRedis, keyOf } from '../platform/redis.ts';
import { type Line, type Manifest, guideFile, lineSchema, manifestSchema } from './backup.ts';
import { runCommand } from './run.ts';
import { openStores } from './stores.ts';

/** The manifest of a backup whose files are all as they were written. Throws with a sentence for the owner. */
export const verify = async (folder: string): Promise<Manifest> => {
  const manifest = await readFile(path.join(folder, 'backup.json'), 'utf8')
    .then((text) => manifestSchema.parse(JSON.parse(text)))
    .catch(() => null);
  if (!manifest) throw new Error(`${folder} has no readable backup.json: it isn’t a whole backup.`);
  for (const [name, expected] of Object.entries(manifest.sha256)) {
    const bytes = await readFile(path.join(folder, name)).catch(() => null);
    if (bytes && hash('sha256', bytes) === expected) continue;
    const how = bytes ? 'was changed' : 'is missing';
    throw new Error(`${name} in ${folder} ${how}. Nothing was restored. Use another backup.`);
  }
  return manifest;
};

const entriesOf = ({ name, id, fields }: Line): IndexEntry[] => {
  const sale = name === 'order' ? saleFrom(fields) : null;
  if (!sale) return [];
  const { withdrawn } = fields;
  const entries = indexEntries(id, sale);
  return withdrawn
    ? [...entries, { key: orderKeys.withdrawn(), score: Number(withdrawn), member: id }]
    : entries;
};

/** Writes hashes and their places in the indexes, in one request. */
const write = async (lines: readonly Line[]): Promise<void> => {
  const indexes = Map.groupBy(lines.flatMap(entriesOf), ({ key }) => key);
  await Promise.all([
    ...lines.map(({ name, id, fields }) =>
      sendToRedis((redis) => redis.hset(keyOf(name, id), fields)),
    ),
    ...[...indexes].map(([key, entries]) => {
      const [first, ...more] = entries.map(({ score, member }) => ({ score, member }));
      // Of a buyer's orders of one product, the last one counts.
      return first && sendToRedis((redis) => redis.zadd(key, { gt: true }, first, ...more));
    }),
  ]);
};

/** Lines in one request, about 150 kB. */
const BATCH = 100;

/** Fills a shop that has no orders. Guide files that are there stay as they are. */
export const restore = async (
  context: string,
  folder: string,
  { guides, unsubscribed }: Manifest,
): Promise<void> => {
  if ((await sendToRedis<number>((redis) => redis.zcard(orderKeys.orders()))) > 0) {
    throw new Error(`${context} has orders. Nothing was restored. Restore into a new database.`);
  }
  const { blobs } = await callBlobs('guides', 'read', (store) => store.list());
  const known = new Set(blobs.map(({ key }) => key));
  for (const { key } of guides) {
    if (known.has(key)) {
      console.log(`${key} is there already, and stays as it is.`);
      continue;
    }
    const { buffer } = new Uint8Array(await readFile(path.join(folder, guideFile(key))));
    await callBlobs('guides', 'write', (store) => store.set(key, buffer));
  }
  // Before the orders: those that were paid until now may have their receipts.
  await sendToRedis((redis) => redis.set(orderKeys.storeCreated(), now()));
  const [buyer, ...more] = unsubscribed;
  if (buyer) await sendToRedis((redis) => redis.sadd(orderKeys.unsubscribed(), buyer, ...more));
  const text = await readFile(path.join(folder, 'redis.ndjson'), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  for (let at = 0; at < lines.length; at += BATCH) {
    await write(lines.slice(at, at + BATCH).map((line) => lineSchema.parse(JSON.parse(line))));
  }
};

/** `npm run restore -- <folder>`, with `--context=<name>` for a context other than the backup's. */
export const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    options: { context: { type: 'string' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) {
    throw new Error('Name the folder of one backup: npm run restore -- backup/2026-11-22-09-30');
  }
  const manifest = await verify(folder);
  const context = values.context ?? manifest.context;
  openStores(context);
  await restore(context, folder, manifest);
  console.log(`${context} now has the backup of ${manifest.madeAt}.`);
};

if (import.meta.main) await runCommand(run);
