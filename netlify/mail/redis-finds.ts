import type { RedisClient } from '../clients/redis.ts';
import type { OrderKeys } from '../orders/redis-keys.ts';
import type { FindQueue } from './find-purchase.ts';
import { createQueue } from './redis-queue.ts';

type QueueOptions = Pick<RedisClient, 'redis' | 'send' | 'reached'> & { readonly keys: OrderKeys };

/** The requests for the mail with one's purchases that the mail service did not take at once. */
export const createFindQueue = ({ keys, ...client }: QueueOptions): FindQueue => ({
  ...createQueue({
    ...client,
    key: keys.finds,
    triedAt: (request) => ({ key: keys.findsTried, field: request }),
    end: async (request) =>
      void (await client.reached(
        client.redis.multi().zrem(keys.finds, request).hdel(keys.findsTried, request).exec(),
      )),
  }),
  add: async (request, now, mayBeSent) => {
    const added = client.redis.multi().zadd(keys.finds, { score: now, member: request });
    if (mayBeSent) added.hset(keys.findsTried, { [request]: now });
    await client.reached(added.exec());
  },
});
