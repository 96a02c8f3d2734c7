import { now } from '../clock.ts';
import { countMiss, hasMissedOften, limitShared } from '../http/rate-limiter.ts';
import { fulfil, orIfDown } from './fulfil.ts';
import { type Order, orderFrom } from './orders.ts';
import { findFacts } from './redis-orders.ts';
import { findSession } from './stripe-sessions.ts';

/** Of a pending or a failed payment only Stripe knows what has become of it. */
const isSettled = ({ status }: Order): boolean => status !== 'pending' && status !== 'failed';

/** The order of what Stripe said when it was asked, `at`; recorded where that can be done now. */
const orderOf = async (
  session: Awaited<ReturnType<typeof findSession>>,
  at: number,
): Promise<Order | null> => {
  if (typeof session === 'string') return null;
  const done = await fulfil(session, { source: 'return', at, evenIfDown: true });
  return done?.order ?? null;
};

/**
 * For a caller who has asked in vain so often that another lookup may cost the orders nothing: Stripe is asked first.
 * While it is out of reach, an order that is known must still open its files.
 */
const lookUpAtStripe = async (client: string, sessionId: string): Promise<Order | null> => {
  await limitShared(client, ['unrecorded', 'stripe'], { isShared: false });
  const at = now();
  const asking = findSession(sessionId);
  const session = await asking.catch(() => null);
  if (typeof session === 'string' || session?.payment === 'none') return null;
  const order = orderFrom(sessionId, await orIfDown(findFacts(sessionId), {}));
  return order && isSettled(order) ? order : orderOf(await asking, at);
};

/**
 * The order of a session as the buyer may rely on it: what is recorded, else what Stripe says. A question to Stripe is
 * counted first. A buyer who has paid is served even while the orders cannot be reached; the next webhook, return,
 * download or run of the reconciler records the order then. Throws where Stripe cannot be reached either, and what
 * the caller's counts throw.
 */
export const lookUpOrder = async (client: string, sessionId: string): Promise<Order | null> => {
  if (hasMissedOften(client)) return lookUpAtStripe(client, sessionId);
  const facts = await orIfDown(findFacts(sessionId), null);
  const order = facts && orderFrom(sessionId, facts);
  if (order && isSettled(order)) return order;
  const isUnknown = facts !== null && Object.keys(facts).length === 0;
  if (isUnknown) countMiss(client);
  // While Redis is down, the shared counts are too, and no session is known to be unrecorded.
  await limitShared(client, isUnknown ? ['unrecorded', 'stripe'] : ['stripe'], {
    isShared: facts !== null,
  });
  const at = now();
  return orderOf(await findSession(sessionId), at);
};
