import type { RedisClient } from '../clients/redis.ts';
import type { Facts } from './facts.ts';
import type { OrderKeys } from './redis-keys.ts';

/** In the place of the buyer. It stays, so that nothing that Stripe tells again writes the buyer anew. */
export const FORGOTTEN = '-';

/** What tells of a person, and not of the sale: which mails were sent, and when somebody downloaded. */
const PERSONAL = ['mail:', 'download:'] as const;

type Options = Pick<RedisClient, 'redis' | 'reached'> & { readonly keys: OrderKeys };

/** Takes out of an order, whose facts these are, all that tells of its buyer. A receipt that waits is not sent. */
export const createForget =
  ({ redis, reached, keys }: Options) =>
  async (sessionId: string, { buyer, ...facts }: Facts): Promise<void> => {
    const order = keys.order(sessionId);
    const personal = Object.keys(facts).filter((name) =>
      PERSONAL.some((beginning) => name.startsWith(beginning)),
    );
    const transaction = redis
      .multi()
      .hset(order, { buyer: FORGOTTEN })
      .zrem(keys.receipts, sessionId)
      .zrem(keys.lostReceipts, sessionId);
    if (buyer !== undefined) transaction.zrem(keys.buyer(buyer), sessionId);
    if (personal.length > 0) transaction.hdel(order, ...personal);
    await reached(transaction.exec());
  };
