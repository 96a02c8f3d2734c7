import { createOrders } from '../adapters/orders-redis.ts';
import type { EventPorts } from '../domain/events.ts';
import { logError, logFulfilled } from '../http/log.ts';
import { once } from './once.ts';
import { orderKeys, redisClient } from './redis.ts';
import { now } from './settings.ts';
import { checkout } from './stripe.ts';

export const orders = once(() => createOrders({ ...redisClient(), keys: orderKeys() }));

export const orderPorts = once((): EventPorts => ({
  checkout: checkout(),
  orders: orders(),
  ledger: orders(),
  now,
  onOrdersDown: logError,
  onFulfilled: (order, road) => logFulfilled(order.sessionId, road),
}));
