import { logError } from '../http/log.ts';
import { fulfill } from './fulfill.ts';
import { sessionsOfBuyer } from './indexes.ts';
import { readUnrecordedOrder } from './lookup.ts';
import type { Order } from './order.ts';
import { readOrders } from './store.ts';
import { buyerHash } from '../shop/buyer-hash.ts';
import { sessionsOfAddress } from '../stripe/lists.ts';

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
 * Throws `Unavailable` if Stripe fails.
 */
const recordOrder = async (sessionId: string): Promise<Order | null> => {
  try {
    const fulfillment = await fulfill(sessionId, { source: 'return' });
    return fulfillment && fulfillment.order;
  } catch (error) {
    logError(error);
    return readUnrecordedOrder(sessionId);
  }
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
  const ownSessions = stripeSessions.filter((one) => one.email && buyerHash(one.email) === buyer);
  const sessionIds = new Set([...indexedSessions, ...ownSessions.map(({ id }) => id)]);
  const recorded = await orEmpty(readOrders([...sessionIds]));
  const recordedIds = new Set(recorded.map(({ sessionId }) => sessionId));
  const missing = ownSessions.filter(({ id }) => !recordedIds.has(id));
  const added = await Promise.all(missing.map(({ id }) => recordOrder(id)));
  return [
    ...recorded.filter(({ isForgotten }) => !isForgotten),
    ...added.filter((order) => order !== null),
  ];
};
