import type { Pipeline, Redis } from '@upstash/redis';
import { callBlobs } from '../../netlify/platform/blobs.ts';
import { sha256 } from '../shop/downloading.ts';

/** The keys that a backup leaves out: jobs, counters, and the time of the store. */
const NOT_SAVED = /^(?:jobs|bulk|bulk-paused|job|last-run|limit|store-created):/;

const READERS: Readonly<Record<string, (pipeline: Pipeline, key: string) => unknown>> = {
  hash: (pipeline, key) => pipeline.hgetall(key),
  zset: (pipeline, key) => pipeline.zrange(key, 0, -1, { withScores: true }),
  set: (pipeline, key) => pipeline.smembers(key),
};

/** The orders' data in Redis, by key. Throws on a type that is not listed above. */
export const ordersIn = async (redis: Redis): Promise<Readonly<Record<string, unknown>>> => {
  const keys = (await redis.keys('*')).filter((key) => !NOT_SAVED.test(key)).toSorted();
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

/** All guide files that this process has open, by key. */
export const guidesIn = async (): Promise<Readonly<Record<string, unknown>>> => {
  const { blobs } = await callBlobs('guides', 'read', (store) => store.list());
  const files: Record<string, unknown> = {};
  for (const { key } of blobs) {
    const found = await callBlobs('guides', 'read', (store) =>
      store.getWithMetadata(key, { type: 'arrayBuffer' }),
    );
    files[key] = [found?.metadata, found && sha256(new Uint8Array(found.data))];
  }
  return files;
};

export const contentsOf = async (redis: Redis, openHere: () => void) => {
  openHere();
  return { orders: await ordersIn(redis), guides: await guidesIn() };
};
