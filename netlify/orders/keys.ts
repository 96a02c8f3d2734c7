import { keyOf } from '../platform/redis.ts';

/**
 * Orders in Redis. Every key names the deploy's context and Stripe's mode. An order is a hash:
 *
 *     sale                  Stripe's latest answer, as JSON (stripe/session.ts)
 *     version               the number of writes of the sale; see store.ts
 *     access                the owner's block or opening, and when
 *     withdrawn             when the buyer withdrew
 *     receipt, copy:{n}     the outcome of the receipt, and of the copies that the owner sent
 *     fetched:{product}     how often and when last the file was fetched
 *     forgotten             the buyer's data were removed
 *
 * The indexes are sorted sets of sessions by the time of the sale. Two differ: `withdrawn` is by the time of the
 * withdrawal, and `product` has the buyers of a product. `names` is sorted by its members, "{name} {session}". A name is
 * the order's number, its end, the last 8 characters of the session id, or the payment's id, in lower case.
 */
export const orderKeys = {
  order: (sessionId: string): string => keyOf('order', sessionId),
  orders: (): string => keyOf('orders'),
  ofBuyer: (buyer: string): string => keyOf('buyer', buyer),
  ofProduct: (productType: string): string => keyOf('product', productType),
  withdrawn: (): string => keyOf('withdrawn'),
  names: (): string => keyOf('names'),
  /** When this store was made, in Unix seconds. */
  storeCreated: (): string => keyOf('store-created'),
  /** How far the schedule has read Stripe's events. */
  lastRun: (): string => keyOf('last-run'),
  /** The buyers who want no announcements. */
  unsubscribed: (): string => keyOf('unsubscribed'),
};
