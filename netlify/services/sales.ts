import { createSums } from '../adapters/sums-redis.ts';
import type { SalesPorts } from '../domain/sales.ts';
import { once } from './once.ts';
import { orderKeys, redisClient } from './redis.ts';
import { now } from './settings.ts';

export const salesPorts = once((): SalesPorts => ({
  sums: createSums({ ...redisClient(), keys: orderKeys() }),
  now,
}));
