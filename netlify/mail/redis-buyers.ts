import * as z from 'zod/mini';
import type { RedisClient } from '../clients/redis.ts';
import type { OrderKeys } from '../orders/redis-keys.ts';
import type { NewsPorts } from './edition-news.ts';

/** More orders than a parent has. */
const MOST = 50;

const foundSchema = z.tuple([z.array(z.string()), z.number()]);

type Options = Pick<RedisClient, 'send' | 'reached'> & { readonly keys: OrderKeys };

/** What is kept by buyer, whose address is not. */
export const createBuyers = ({ send, reached, keys }: Options) => ({
  find: async (buyer: string): ReturnType<NewsPorts['findBuyer']> => {
    const asked = [
      send((pipeline) => pipeline.zrange(keys.buyer(buyer), 0, MOST - 1, { rev: true })),
      send((pipeline) => pipeline.sismember(keys.noNews, buyer)),
    ];
    const [sessions, isMember] = foundSchema.parse(await reached(Promise.all(asked)));
    return { sessions, wantsNone: isMember === 1 };
  },

  wantsNone: async (buyer: string): Promise<boolean> =>
    (await reached(send((pipeline) => pipeline.sismember(keys.noNews, buyer)))) === 1,

  /** Lasting; done twice is done once. */
  setNews: async (buyer: string, wants: 'news' | 'none'): Promise<void> =>
    void (await reached(
      send((pipeline) =>
        wants === 'none' ? pipeline.sadd(keys.noNews, buyer) : pipeline.srem(keys.noNews, buyer),
      ),
    )),
});
