import type { RedisClient } from '../clients/redis.ts';
import type { OrderKeys } from '../orders/redis-keys.ts';

type Options = Pick<RedisClient, 'send' | 'reached'> & { readonly keys: OrderKeys };

/** Who wants no news of new editions, by what stands for their address. It lasts. */
export const createNoNews = ({ send, reached, keys }: Options) => ({
  has: async (buyer: string): Promise<boolean> =>
    (await reached(send((pipeline) => pipeline.sismember(keys.noNews, buyer)))) === 1,
  add: async (buyer: string): Promise<void> =>
    void (await reached(send((pipeline) => pipeline.sadd(keys.noNews, buyer)))),
  remove: async (buyer: string): Promise<void> =>
    void (await reached(send((pipeline) => pipeline.srem(keys.noNews, buyer)))),
});
