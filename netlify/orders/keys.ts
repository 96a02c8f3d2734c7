import { redisKey } from '../platform/redis.ts';

/** The keys of orders in Redis. `redisKey` adds the deploy's context and Stripe's mode. */
export const orderKeys = {
  /** A hash; see order-hash.ts. */
  order: (sessionId: string): string => redisKey('order', sessionId),

  /** The sessions of all orders, by the time of the sale. */
  orders: (): string => redisKey('orders'),
  /** The sessions of a buyer, by the time of the sale. */
  ofBuyer: (buyer: string): string => redisKey('buyer', buyer),
  /** The buyers of a product, by the time of the sale. */
  ofProduct: (productType: string): string => redisKey('product', productType),
  /** The sessions of withdrawn orders, by the time of the withdrawal. */
  withdrawn: (): string => redisKey('withdrawn'),
  /** The members "{name} {session}", sorted by name; see indexes.ts. */
  names: (): string => redisKey('names'),

  /** When this store was created, in Unix seconds. */
  storeCreated: (): string => redisKey('store-created'),
  /** How far the schedule has read Stripe's events. */
  lastRun: (): string => redisKey('last-run'),
  /** The buyers who want no announcements. */
  unsubscribed: (): string => redisKey('unsubscribed'),
};
