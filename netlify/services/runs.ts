import { createReconcilerMemory } from '../adapters/reconciler-redis.ts';
import { once } from './once.ts';
import { orderKeys, redisClient } from './redis.ts';

/** What the reconciler remembers from run to run. */
export const reconcilerMemory = once(() =>
  createReconcilerMemory({ ...redisClient(), keys: orderKeys() }),
);
