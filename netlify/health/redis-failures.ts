import type { OrderKeys } from '../orders/redis-keys.ts';
import type { RedisClient } from '../clients/redis.ts';
import type { Failure } from './past-checks.ts';

/** More than anybody reads. */
const FAILURES_KEPT = 100;

type Options = Pick<RedisClient, 'send'> & { readonly keys: OrderKeys };

/** Notes a failure for the owner. Never rejects: a note that is lost matters less than what it is about. */
export const createFailureNotes =
  ({ send, keys }: Options) =>
  async (failure: Failure): Promise<void> => {
    const noted = [
      send((pipeline) => pipeline.lpush(keys.failures, JSON.stringify(failure))),
      send((pipeline) => pipeline.ltrim(keys.failures, 0, FAILURES_KEPT - 1)),
    ];
    await Promise.allSettled(noted);
  };
