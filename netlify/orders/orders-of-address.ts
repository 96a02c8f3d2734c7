import { logError } from '../http/log.ts';
import { fulfill } from './fulfill.ts';
import { sessionsOfBuyer } from './indexes.ts';
import { NO_NOTES, type Order } from './order.ts';
import { readOrders } from './store.ts';
import { buyerHash } from '../shop/buyer-hash.ts';
import { sessionsOfAddress } from '../stripe/lists.ts';
import type { CheckoutSession } from '../stripe/session.ts';

/** Logs a failure and returns an empty list, so that the other source is used alone. */
const orEmpty = async <T>(list: Promise<readonly T[]>): Promise<readonly T[]> => {
  try {
    return await list;
  } catch (error) {
    logError(error);
    return [];
  }
};

/**
 * Records a session that only Stripe has, as the webhook does. Returns null if nothing was bought.
 */
const recordOrder = async ({ id, sale }: CheckoutSession): Promise<Order | null> => {
  try {
    const fulfillment = await fulfill(id, { source: 'return' });
    if (fulfillment) return fulfillment.order;
  } catch (error) {
    logError(error);
  }
  return sale ? { sessionId: id, ...sale, ...NO_NOTES } : null;
};

/**
 * Reads Redis and Stripe. One is enough if the other fails. `limit` applies to Redis. Leaves out
 * orders whose buyer's data was removed.
 */
export const findOrdersOfAddress = async (
  email: string,
  limit: number,
): Promise<readonly Order[]> => {
  const buyer = buyerHash(email);
  const [indexedSessions, stripeSessions] = await Promise.all([
    orEmpty(sessionsOfBuyer(buyer, limit)),
    orEmpty(sessionsOfAddress(email)),
  ]);
  // A link opens files, and Stripe may match more spellings of an address than the shop does.
  const ownSessions = stripeSessions.filter(({ sale }) => sale?.buyer === buyer);
  const sessionIds = new Set([...indexedSessions, ...ownSessions.map(({ id }) => id)]);
  const recorded = await orEmpty(readOrders([...sessionIds]));
  const recordedIds = new Set(recorded.map(({ sessionId }) => sessionId));
  const missing = ownSessions.filter(({ id }) => !recordedIds.has(id));
  const added = await Promise.all(missing.map(recordOrder));
  return [
    ...recorded.filter(({ isForgotten }) => !isForgotten),
    ...added.filter((order) => order !== null),
  ];
};
