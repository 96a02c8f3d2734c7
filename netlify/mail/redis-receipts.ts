import * as z from 'zod/mini';
import type { RedisClient } from '../clients/redis.ts';
import type { OrderKeys } from '../orders/redis-keys.ts';
import type { ReceiptQueue } from './receipt.ts';

/** Longer than a try takes: Stripe's answer, the mail service's and Redis's own. */
const CLAIMED_IN_SECONDS = 60;

/** When a try began of which no end is known. */
const TRIED = 'mail:receipt:tried';

const CLAIM = `
local receipts, order = KEYS[1], KEYS[2]
local session, now, claimed_for, tried = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local due = redis.call('ZSCORE', receipts, session)
if not due or tonumber(due) > now then return '' end
redis.call('ZADD', receipts, now + claimed_for, session)
redis.call('HSETNX', order, tried, ARGV[2])
return redis.call('HGET', order, tried)
`;

type QueueOptions = Pick<RedisClient, 'redis' | 'send' | 'reached'> & { readonly keys: OrderKeys };

/** The receipts that are to be sent. They are put there in the step that stores an order as paid: redis-orders.ts. */
export const createReceiptQueue = ({ redis, send, reached, keys }: QueueOptions): ReceiptQueue => {
  return {
    due: (now, most) =>
      reached(
        send((pipeline) =>
          pipeline.zrange(keys.receipts, '-inf', now, { byScore: true, offset: 0, count: most }),
        ),
      ),
    claim: async (sessionId, now) => {
      const touched = [keys.receipts, keys.order(sessionId)];
      const args = [sessionId, now, CLAIMED_IN_SECONDS, TRIED].map(String);
      const since = await reached(send((pipeline) => pipeline.eval(CLAIM, touched, args)));
      return since === '' ? null : z.coerce.number().parse(since);
    },
    release: async (sessionId, now) =>
      void (await reached(
        redis
          .multi()
          .hdel(keys.order(sessionId), TRIED)
          .zadd(keys.receipts, { xx: true }, { score: now, member: sessionId })
          .exec(),
      )),
    end: async (sessionId, { is, detail }, now) => {
      const ended = redis
        .multi()
        .hsetnx(keys.order(sessionId), 'mail:receipt', `${is} ${now} ${detail}`.trim())
        .hdel(keys.order(sessionId), TRIED)
        .zrem(keys.receipts, sessionId);
      if (is === 'refused') ended.zadd(keys.lostReceipts, { score: now, member: sessionId });
      await reached(ended.exec());
    },
  };
};
