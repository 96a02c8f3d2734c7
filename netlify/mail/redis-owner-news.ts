import * as z from 'zod/mini';
import type { RedisClient } from '../clients/redis.ts';
import { jsonFrom } from '../json-from.ts';
import type { OrderKeys } from '../orders/redis-keys.ts';
import { countsFrom } from '../orders/redis-sums.ts';
import { TOLD_TO_OWNER } from '../orders/sales.ts';
import type { OwnerNewsStore } from './owner-news.ts';
import { createQueue } from './redis-queue.ts';

/** Longer than a dispute takes, of which each step tells the shop again. */
const TOLD_FOR_SECONDS = 180 * 24 * 3600;

const KEEP = `
local told, queue, waiting, sums = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id, news, now, told_for = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
if not redis.call('SET', told, '1', 'NX', 'EX', told_for) then return 0 end
if news ~= '' then
  redis.call('HSET', waiting, id, news)
  redis.call('ZADD', queue, now, id)
end
for at = 5, #ARGV, 2 do redis.call('HSET', sums, ARGV[at], ARGV[at + 1]) end
return 1
`;

const newsSchema = z.object({
  key: z.string(),
  subject: z.string(),
  lines: z.array(z.string()),
  page: z.string(),
});

const triedField = (id: string): string => `tried ${id}`;

type Options = Pick<RedisClient, 'redis' | 'send' | 'reached'> & { readonly keys: OrderKeys };

export const createOwnerNewsStore = ({ keys, ...client }: Options): OwnerNewsStore => {
  const { redis, send, reached } = client;
  return {
    ...createQueue({
      ...client,
      key: keys.ownerQueue,
      triedAt: (id) => ({ key: keys.ownerNews, field: triedField(id) }),
      end: async (id) => {
        const ended = redis.multi().hdel(keys.ownerNews, id, triedField(id));
        await reached(ended.zrem(keys.ownerQueue, id).exec());
      },
    }),
    isTold: async (key) =>
      (await reached(send((pipeline) => pipeline.exists(keys.ownerTold(key))))) === 1,
    keep: async (key, news, now, sums = new Map()) => {
      const told = keys.sums(TOLD_TO_OWNER);
      const touched = [keys.ownerTold(key), keys.ownerQueue, keys.ownerNews, told];
      const args = [key, news ? JSON.stringify(news) : '', now, TOLD_FOR_SECONDS];
      const given = args.concat(countsFrom(sums)).map(String);
      await reached(send((pipeline) => pipeline.eval(KEEP, touched, given)));
    },
    find: async (key) => {
      const kept = await reached(
        send<string | null>((pipeline) => pipeline.hget(keys.ownerNews, key)),
      );
      return kept === null ? null : newsSchema.parse(jsonFrom(kept));
    },
  };
};
