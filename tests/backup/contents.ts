import type { Pipeline, Redis } from '@upstash/redis';

/** What a restored shop does without: work under way, how often anybody called, and when the store was made. */
const NOT_SAVED = /^(?:jobs|bulk|bulk-paused|job|last-run|last-webhook|limit|store-created):/;

const READERS: Readonly<Record<string, (pipeline: Pipeline, key: string) => unknown>> = {
  hash: (pipeline, key) => pipeline.hgetall(key),
  zset: (pipeline, key) => pipeline.zrange(key, 0, -1, { withScores: true }),
  set: (pipeline, key) => pipeline.smembers(key),
};

/** All that Redis holds of the orders, key by key. Throws on a kind that nothing is known of. */
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
