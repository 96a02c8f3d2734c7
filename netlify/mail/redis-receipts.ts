import type { RedisClient } from '../clients/redis.ts';
import type { OrderKeys } from '../orders/redis-keys.ts';
import type { MailQueue } from './queue.ts';
import { createQueue } from './redis-queue.ts';

const TRIED = 'mail:receipt:tried';

type QueueOptions = Pick<RedisClient, 'redis' | 'send' | 'reached'> & { readonly keys: OrderKeys };

/** The receipts that are to be sent. They are put there in the step that stores an order as paid: redis-orders.ts. */
export const createReceiptQueue = ({ keys, ...client }: QueueOptions): MailQueue =>
  createQueue({
    ...client,
    key: keys.receipts,
    triedAt: (sessionId) => ({ key: keys.order(sessionId), field: TRIED }),
    end: async (sessionId, { is, detail }, now) => {
      const ended = client.redis
        .multi()
        .hsetnx(keys.order(sessionId), 'mail:receipt', `${is} ${now} ${detail}`.trim())
        .hdel(keys.order(sessionId), TRIED)
        .zrem(keys.receipts, sessionId);
      if (is === 'refused') ended.zadd(keys.lostReceipts, { score: now, member: sessionId });
      await client.reached(ended.exec());
    },
  });
