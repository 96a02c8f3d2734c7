import type { CheckoutSession } from './checkout.ts';
import { type Facts, type Order, factsOf, orderFrom } from './orders.ts';

export type FulfilPorts = {
  readonly checkout: {
    /** What Stripe says now. 'foreign' is a session of something else on the same account. */
    find: (sessionId: string) => Promise<CheckoutSession | 'unknown' | 'foreign'>;
  };
  readonly orders: {
    /** Every fact recorded so far; empty for none. */
    find: (sessionId: string) => Promise<Facts>;
    /** Adds facts atomically, once each, and answers all that are then recorded. */
    record: (sessionId: string, facts: Facts) => Promise<Facts>;
  };
  /** Told that the orders could not be reached, where the buyer is served all the same. */
  readonly onOrdersDown: (error: unknown) => void;
};

/**
 * Brings the order of a session up to what Stripe says now. Idempotent, and safe to run any number
 * of times at once: every road to an order (webhook, the buyer's return) is this one function.
 * Answers null while nothing was bought. Throws when Stripe or the orders cannot be reached, so that
 * "done" is only ever said after the order is kept.
 */
export const fulfil = async (ports: FulfilPorts, sessionId: string): Promise<Order | null> => {
  const session = await ports.checkout.find(sessionId);
  const facts = typeof session === 'string' ? null : factsOf(session);
  if (!facts) return null;
  return orderFrom(sessionId, await ports.orders.record(sessionId, facts));
};

/**
 * The order as the buyer may rely on it: what is recorded, else what Stripe says. A buyer who has
 * paid is served even while the orders cannot be reached; the next webhook, return or download
 * records the order then. Throws when Stripe cannot be reached either.
 */
export const currentOrder = async (
  ports: FulfilPorts,
  sessionId: string,
): Promise<Order | null> => {
  const { find, record } = ports.orders;
  const recorded = await find(sessionId).catch((error: unknown) => {
    ports.onOrdersDown(error);
    return {};
  });
  const order = orderFrom(sessionId, recorded);
  // Pending and failed may have changed since: only Stripe knows.
  if (order && order.status !== 'pending' && order.status !== 'failed') return order;
  const recordIfPossible: typeof record = (id, facts) =>
    record(id, facts).catch((error: unknown) => {
      ports.onOrdersDown(error);
      return facts;
    });
  return fulfil({ ...ports, orders: { find, record: recordIfPossible } }, sessionId);
};
