import { createDownloads } from '../adapters/downloads-redis.ts';
import { once } from './once.ts';
import { orderKeys, redisClient } from './redis.ts';

/** Apart from the orders, since one function alone needs it. */
export const downloads = once(() => createDownloads({ ...redisClient(), keys: orderKeys() }));
