import { now } from '../clock.ts';
import { countMiss, hasMissedOften, limitShared } from '../http/rate-limiter.ts';
import { fulfil, orIfDown } from './fulfil.ts';
import { type Order, orderFrom } from './orders.ts';
import { findFacts } from './redis-orders.ts';
import { findSession } from './stripe-sessions.ts';

/** Only Stripe knows what has become of a pending or failed payment. */
const isSettled = ({ status }: Order): boolean => status !== 'pending' && status !== 'failed';

/** The order in Stripe's answer to a question asked at `at`. It is recorded where Redis can be reached. */
const orderOf = async (
  session: Awaited<ReturnType<typeof findSession>>,
  at: number,
): Promise<Order | null> => {
  if (typeof session === 'string') return null;
  const done = await fulfil(session, { source: 'return', at, allowUnrecorded: true });
  return done?.order ?? null;
};

/**
 * Looks up an order for a caller who has missed often: Stripe is asked first, so that guesses cost Redis nothing. While
 * Stripe is unreachable, a recorded order still opens its files.
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
 * The order of a session, as recorded or else as Stripe reports it. Each question to Stripe counts against the caller's
 * limit. A buyer who has paid is served even while Redis is unreachable; the next webhook, return, download or
 * reconciler run records the order. Throws where Stripe is unreachable too, and where the caller's limit is reached.
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
