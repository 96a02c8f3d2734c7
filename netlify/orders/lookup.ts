import { now } from '../clock.ts';
import { limitShared } from '../http/limits.ts';
import { fulfil, orIfDown } from './fulfil.ts';
import { type Order, orderFrom } from './orders.ts';
import { findFacts } from './redis-orders.ts';
import { findSession } from './stripe-sessions.ts';

/** Only Stripe knows what has become of a pending or failed payment. */
const isSettled = ({ status }: Order): boolean => status !== 'pending' && status !== 'failed';

/**
 * The order of a session, as recorded or else as Stripe reports it. A buyer who has paid is served even while Redis is
 * unreachable; the next webhook, return, download or reconciler run records the order. Throws if Stripe is unreachable
 * too, or if it has been asked too often.
 */
export const lookUpOrder = async (sessionId: string): Promise<Order | null> => {
  const facts = await orIfDown(findFacts(sessionId), null);
  const order = facts && orderFrom(sessionId, facts);
  if (order && isSettled(order)) return order;
  // While Redis is down, nothing can be counted in it.
  if (facts !== null) await limitShared('stripe', 'all');
  const at = now();
  const session = await findSession(sessionId);
  if (typeof session === 'string') return null;
  const done = await fulfil(session, { source: 'return', at, allowUnrecorded: true });
  return done?.order ?? null;
};
