import { redisKey } from '../platform/redis.ts';

export const orderKeys = {
  /** A hash; see order-hash.ts. */
  order: (sessionId: string): string => redisKey('order', sessionId),

  // Sorted sets, scored by time of sale. The members are session ids, or buyer hashes in
  // `ofProduct`.
  orders: (): string => redisKey('orders'),
  ofBuyer: (buyer: string): string => redisKey('buyer', buyer),
  ofProduct: (productType: string): string => redisKey('product', productType),
  withCode: (promotionCode: string): string => redisKey('code', promotionCode.toLowerCase()),
  /** A sorted set of session ids, scored by time of withdrawal. */
  withdrawn: (): string => redisKey('withdrawn'),
  /** Sessions whose buyers are waiting for a file: a sorted set, scored by when the wait began. */
  awaitingFiles: (): string => redisKey('awaiting-files'),
  /** A sorted set of "{name} {session}", sorted by name; see indexes.ts. */
  names: (): string => redisKey('names'),

  /** When this store was created, in Unix seconds. */
  storeCreated: (): string => redisKey('store-created'),
  /** The fingerprint of the secret that the stored buyer hashes were made with. */
  buyerSecret: (): string => redisKey('buyer-secret'),
  lastRun: (): string => redisKey('last-run'),
  /** A set of buyers who unsubscribed from announcements. */
  unsubscribed: (): string => redisKey('unsubscribed'),
};
