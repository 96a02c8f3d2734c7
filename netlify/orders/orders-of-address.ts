import { logError } from '../http/log.ts';
import { limitShared } from '../http/shared-limits.ts';
import { fulfill } from './fulfill.ts';
import { sessionsOfBuyer } from './indexes.ts';
import { readUnrecordedOrder } from './lookup.ts';
import type { Order } from './order.ts';
import { readOrders } from './store.ts';
import { buyerHash } from '../shop/buyer-hash.ts';
import { type ListedSession, sessionsOfAddress } from '../stripe/lists.ts';

type LookUp<T> = {
  /** Empty after an error. */
  readonly found: readonly T[];
  readonly error: unknown;
};

/** If one source fails, the buyer still gets the orders that the other one found. */
const attempt = async <T>(list: Promise<readonly T[]>): Promise<LookUp<T>> => {
  try {
    return { found: await list, error: null };
  } catch (error) {
    logError(error);
    return { found: [], error };
  }
};

const listAtStripe = async (email: string): Promise<readonly ListedSession[]> => {
  await limitShared('stripe', 'all');
  return sessionsOfAddress(email);
};

/**
 * Records a session that is not in Redis yet, as the webhook does. Returns null if nothing was
 * bought. Throws `Unavailable` if Stripe fails.
 */
const recordOrder = async (sessionId: string): Promise<Order | null> => {
  await limitShared('stripe', 'all');
  try {
    const fulfillment = await fulfill(sessionId, { source: 'return' });
    return fulfillment && fulfillment.order;
  } catch (error) {
    logError(error);
    return readUnrecordedOrder(sessionId);
  }
};

/** Stripe limits the calls per second (docs.stripe.com/rate-limits). */
const ORDERS_AT_A_TIME = 5;

/** If one order fails, the buyer still gets the others. */
const recordOrders = async (sessionIds: readonly string[]): Promise<LookUp<Order>> => {
  const found: Order[] = [];
  let error: unknown = null;
  for (let start = 0; start < sessionIds.length; start += ORDERS_AT_A_TIME) {
    const batch = sessionIds.slice(start, start + ORDERS_AT_A_TIME);
    const results = await Promise.allSettled(batch.map(recordOrder));
    for (const result of results) {
      if (result.status === 'rejected') {
        logError(result.reason);
        error = result.reason;
      } else if (result.value !== null) found.push(result.value);
    }
  }
  return { found, error };
};

/**
 * Finds a buyer's orders in Redis and at Stripe. If one of them fails, returns the orders from the
 * other. If there are none, throws, because the failed service may have some. `limit` applies only
 * to Redis. Omits orders whose buyer's data was removed. Throws `Unavailable`, or a `Problem` if
 * the shop calls Stripe too often.
 */
export const findOrdersOfAddress = async (
  email: string,
  limit: number,
): Promise<readonly Order[]> => {
  const buyer = buyerHash(email);
  const [indexed, atStripe] = await Promise.all([
    attempt(sessionsOfBuyer(buyer, limit)),
    attempt(listAtStripe(email)),
  ]);
  // Links to these orders grant access, so each order must have exactly this address. Stripe may
  // match more spellings of an address than the shop does.
  const ownSessions = atStripe.found.filter((one) => one.email && buyerHash(one.email) === buyer);
  const sessionIds = new Set([...indexed.found, ...ownSessions.map(({ id }) => id)]);
  // Only Redis records which orders are blocked or forgotten.
  const recorded = await readOrders([...sessionIds]);
  const recordedIds = new Set(recorded.map(({ sessionId }) => sessionId));
  const missing = ownSessions.map(({ id }) => id).filter((id) => !recordedIds.has(id));
  const added = await recordOrders(missing);
  const orders = [...recorded, ...added.found].filter(({ isForgotten }) => !isForgotten);
  const error = indexed.error ?? atStripe.error ?? added.error;
  if (orders.length === 0 && error !== null) throw error;
  return orders;
};
