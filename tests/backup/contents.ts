import type { Pipeline, Redis } from '@upstash/redis';
import { listEditions, readEdition, readRecord } from '../../netlify/guides/blobs-editions.ts';
import { findGuide } from '../../netlify/guides/blobs-guides.ts';
import { sha256 } from '../shop/downloading.ts';
import { FILES } from './sold.ts';
import type { Stores } from './stores.ts';

/** What a shop does without: what the reconciler remembers, how often anybody has called, mails under way, the owner's alerts. */
const NOT_KEPT =
  /^(?:born|reconciler|limit|owner-queue|owner-tried|owner-told|telling|telling-turn|to-tell|tried):/;

const READERS: Readonly<Record<string, (pipeline: Pipeline, key: string) => unknown>> = {
  hash: (pipeline, key) => pipeline.hgetall(key),
  zset: (pipeline, key) => pipeline.zrange(key, 0, -1, { withScores: true }),
  set: (pipeline, key) => pipeline.smembers(key),
  // That an event is known counts, and not for which order it is.
  string: (pipeline, key) => pipeline.exists(key),
};

/** All that Redis holds of the orders, key by key. Throws on a kind that nothing is known of. */
export const ordersIn = async (redis: Redis): Promise<Readonly<Record<string, unknown>>> => {
  const keys = (await redis.keys('*')).filter((key) => !NOT_KEPT.test(key)).toSorted();
  if (keys.length === 0) return {};
  const asked = redis.pipeline();
  for (const key of keys) asked.type(key);
  const types = await asked.exec<string[]>();
  const reading = redis.pipeline();
  for (const [at, key] of keys.entries()) {
    const read = READERS[types[at] ?? ''];
    if (!read) throw new Error(`${key} is a ${types[at]}: is it in a backup?`);
    read(reading, key);
  }
  const values = await reading.exec<unknown[]>();
  return Object.fromEntries(keys.map((key, at) => [key, values[at]]));
};

export const guideIn = async ({ openHere }: Stores, fileName: string) => {
  openHere();
  const { version: _, ...record } = await readRecord(fileName);
  const hashes: Record<string, string | null> = {};
  for (const id of await listEditions(fileName)) {
    const bytes = await readEdition(fileName, id);
    hashes[id] = bytes && sha256(new Uint8Array(bytes));
  }
  return { current: await findGuide(fileName), record, hashes };
};

export const contentsOf = async (stores: Stores) => ({
  orders: await ordersIn(stores.redis),
  guides: await Promise.all(FILES.map((file) => guideIn(stores, file))),
});
