import type { Redis } from '@upstash/redis';

const READERS: Readonly<Record<string, (redis: Redis, key: string) => Promise<unknown>>> = {
  hash: (redis, key) => redis.hgetall(key),
  zset: (redis, key) => redis.zrange(key, 0, -1, { withScores: true }),
  set: async (redis, key) => (await redis.smembers(key)).toSorted(),
  string: (redis, key) => redis.get(key),
};

/** Everything in Redis, by key. */
export const storedIn = async (redis: Redis): Promise<Readonly<Record<string, unknown>>> => {
  const keys = (await redis.keys('*')).toSorted();
  const read = async (key: string): Promise<[string, unknown]> => [
    key,
    await READERS[await redis.type(key)]?.(redis, key),
  ];
  return Object.fromEntries(await Promise.all(keys.map(read)));
};

/** Transient keys, which backups omit. */
const TRANSIENT = /^(?:buyer-secret|jobs|bulk|bulk-paused|job|last-run|limit|store-created):/;

/** All order data, by key. */
export const ordersIn = async (redis: Redis): Promise<Readonly<Record<string, unknown>>> =>
  Object.fromEntries(Object.entries(await storedIn(redis)).filter(([key]) => !TRANSIENT.test(key)));
