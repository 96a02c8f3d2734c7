import { logError } from '../http/log.ts';
import { MOST_LISTED } from '../mail/found.ts';
import { fulfil } from '../orders/fulfil.ts';
import { sessionsOfBuyer } from '../orders/lists.ts';
import { type Order, NO_NOTES } from '../orders/order.ts';
import { readOrders } from '../orders/store.ts';
import { buyerKey } from '../platform/buyer-key.ts';
import { sessionsOfAddress } from '../stripe/lists.ts';
import type { Session } from '../stripe/session.ts';

/** One more than is listed, to know that there are more. */
const MOST_FOUND = MOST_LISTED + 1;

const orNone = <T>(asked: Promise<readonly T[]>): Promise<readonly T[]> =>
  asked.catch((error: unknown) => {
    logError(error);
    return [];
  });

/** Records an order that only Stripe knows. Its receipt follows by the usual rule. */
const record = async ({ id, sale }: Session): Promise<Order[]> => {
  const done = await fulfil(id, { source: 'return' }).catch(logError);
  if (done) return [done.order];
  return sale ? [{ sessionId: id, ...sale, ...NO_NOTES }] : [];
};

/** The orders of an address, from Redis and from Stripe. Both are always asked, and either is enough. */
export const ordersOfAddress = async (email: string): Promise<readonly Order[]> => {
  const buyer = buyerKey(email);
  const [indexed, listed] = await Promise.all([
    orNone(sessionsOfBuyer(buyer, MOST_FOUND)),
    orNone(sessionsOfAddress(email, MOST_FOUND)),
  ]);
  // Stripe's idea of the same address may be wider than ours, and a link opens files.
  const own = listed.filter(({ sale }) => sale?.buyer === buyer);
  const recorded = await orNone(readOrders([...new Set([...indexed, ...own.map(({ id }) => id)])]));
  const known = new Set(recorded.map(({ sessionId }) => sessionId));
  const others = await Promise.all(own.filter(({ id }) => !known.has(id)).map(record));
  return [...recorded.filter(({ isForgotten }) => !isForgotten), ...others.flat()];
};
