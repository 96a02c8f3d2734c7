import { keyOf } from '../platform/redis.ts';

/** The keys of orders in Redis. `keyOf` adds the deploy's context and Stripe's mode. */
export const orderKeys = {
  /** A hash; see order-hash.ts. */
  order: (sessionId: string): string => keyOf('order', sessionId),

  /** The sessions of all orders, by the time of the sale. */
  orders: (): string => keyOf('orders'),
  /** The sessions of a buyer, by the time of the sale. */
  ofBuyer: (buyer: string): string => keyOf('buyer', buyer),
  /** The buyers of a product, by the time of the sale. */
  ofProduct: (productType: string): string => keyOf('product', productType),
  /** The sessions of withdrawn orders, by the time of the withdrawal. */
  withdrawn: (): string => keyOf('withdrawn'),
  /** The members "{name} {session}", sorted by name; see indexes.ts. */
  names: (): string => keyOf('names'),

  /** When this store was created, in Unix seconds. */
  storeCreated: (): string => keyOf('store-created'),
  /** How far the schedule has read Stripe's events. */
  lastRun: (): string => keyOf('last-run'),
  /** The buyers who want no announcements. */
  unsubscribed: (): string => keyOf('unsubscribed'),
};
