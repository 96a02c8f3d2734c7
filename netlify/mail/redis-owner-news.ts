import type { RedisClient } from '../clients/redis.ts';
import type { OrderKeys } from '../orders/redis-keys.ts';
import { negated } from '../orders/redis-sums.ts';
import { TOLD_TO_OWNER } from '../orders/sales.ts';
import type { OwnerNewsStore } from './owner-news.ts';
import { createQueue } from './redis-queue.ts';

/** Longer than a dispute takes, of which each step tells the shop again. */
const TOLD_FOR_SECONDS = 180 * 24 * 3600;

const KEEP = `
local told, queue, sums = KEYS[1], KEYS[2], KEYS[3]
local news, now, told_for = ARGV[1], ARGV[2], ARGV[3]
if not redis.call('SET', told, '1', 'NX', 'EX', told_for) then return 0 end
if news ~= '' then redis.call('ZADD', queue, now, news) end
for at = 4, #ARGV, 2 do redis.call('HSET', sums, ARGV[at], ARGV[at + 1]) end
return 1
`;

type Options = Pick<RedisClient, 'redis' | 'send' | 'reached'> & { readonly keys: OrderKeys };

export const createOwnerNewsStore = ({ keys, ...client }: Options): OwnerNewsStore => {
  const { redis, send, reached } = client;
  return {
    ...createQueue({
      ...client,
      key: keys.ownerQueue,
      triedAt: (id) => ({ key: keys.ownerTried, field: id }),
      end: async (id) => {
        const ended = redis.multi().hdel(keys.ownerTried, id).zrem(keys.ownerQueue, id);
        await reached(ended.exec());
      },
    }),
    isTold: async (key) =>
      (await reached(send((pipeline) => pipeline.exists(keys.ownerTold(key))))) === 1,
    keep: async (key, news, now, sums = new Map()) => {
      const id = news ? JSON.stringify(news) : '';
      const touched = [keys.ownerTold(key), keys.ownerQueue, keys.sums(TOLD_TO_OWNER)];
      const args = [id, now, TOLD_FOR_SECONDS].concat(negated(sums)).map(String);
      await reached(send((pipeline) => pipeline.eval(KEEP, touched, args)));
      return id;
    },
  };
};
