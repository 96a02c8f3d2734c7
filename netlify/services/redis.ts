import { createOrderKeys } from '../adapters/order-keys.ts';
import { createRedisClient } from '../adapters/redis-client.ts';
import { getEnv, ordersContext } from '../env.ts';
import { once } from './once.ts';

export const redisClient = once(() => {
  const env = getEnv();
  return createRedisClient({
    url: env.UPSTASH_REDIS_REST_URL,
    token: env.UPSTASH_REDIS_REST_TOKEN,
  });
});

export const orderKeys = once(() => createOrderKeys(ordersContext()));
