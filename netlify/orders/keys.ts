import { redisKey } from '../platform/redis.ts';

export const orderKeys = {
  /** A hash; see order-hash.ts. */
  order: (sessionId: string): string => redisKey('order', sessionId),

  // Sorted sets by the time of the sale: of sessions, and for a product, of buyers.
  orders: (): string => redisKey('orders'),
  ofBuyer: (buyer: string): string => redisKey('buyer', buyer),
  ofProduct: (productType: string): string => redisKey('product', productType),
  withCode: (promotionCode: string): string => redisKey('code', promotionCode.toLowerCase()),
  /** Sessions by the time of the withdrawal. */
  withdrawn: (): string => redisKey('withdrawn'),
  /** Sessions of orders whose buyer waits for a file, by when the wait began. */
  awaitingFiles: (): string => redisKey('awaiting-files'),
  /** The members "{name} {session}", sorted by name; see indexes.ts. */
  names: (): string => redisKey('names'),

  /** When this store was created, in Unix seconds. */
  storeCreated: (): string => redisKey('store-created'),
  /** The `buyerSecretFingerprint` of the first order. */
  buyerSecret: (): string => redisKey('buyer-secret'),
  lastRun: (): string => redisKey('last-run'),
  /** The buyers who want no announcements. */
  unsubscribed: (): string => redisKey('unsubscribed'),
};
