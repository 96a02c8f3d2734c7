import * as z from 'zod/mini';
import type { RedisClient } from '../clients/redis.ts';
import { jsonFrom } from '../json-from.ts';
import type { OrderKeys } from '../orders/redis-keys.ts';
import type { OwnerNewsStore } from './owner-news.ts';

/** Longer than a dispute takes, of which each step tells the shop again. */
const TOLD_FOR_SECONDS = 180 * 24 * 3600;

const KEEP = `
local told, waiting = KEYS[1], KEYS[2]
if not redis.call('SET', told, '1', 'NX', 'EX', ARGV[1]) then return 0 end
if ARGV[3] ~= '' then redis.call('HSET', waiting, ARGV[2], ARGV[3]) end
return 1
`;

const newsSchema = z.object({
  key: z.string(),
  subject: z.string(),
  lines: z.array(z.string()),
  page: z.string(),
});

type Options = Pick<RedisClient, 'send' | 'reached' | 'readHash'> & { readonly keys: OrderKeys };

export const createOwnerNewsStore = (options: Options): OwnerNewsStore => {
  const { send, reached, readHash, keys } = options;
  return {
    isTold: async (key) =>
      (await reached(send((pipeline) => pipeline.exists(keys.ownerTold(key))))) === 1,
    keep: async (key, news) => {
      const touched = [keys.ownerTold(key), keys.ownerNews];
      const args = [String(TOLD_FOR_SECONDS), key, news ? JSON.stringify(news) : ''];
      await reached(send((pipeline) => pipeline.eval(KEEP, touched, args)));
    },
    waiting: async () =>
      Object.values(await readHash(keys.ownerNews)).map((kept) => newsSchema.parse(jsonFrom(kept))),
    drop: async (key) =>
      void (await reached(send((pipeline) => pipeline.hdel(keys.ownerNews, key)))),
  };
};
