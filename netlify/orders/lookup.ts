import { type FulfilPorts, currentOrder } from './fulfil.ts';
import type { Order } from './orders.ts';

/**
 * What is recorded for a session. 'unreachable': the orders could not be asked. 'unasked': they were not, since
 * the caller has asked in vain too often.
 */
export type Known = 'order' | 'nothing' | 'unreachable' | 'unasked';

/** Somebody whose call was counted. */
export type Caller = {
  /** Whether so many lookups of theirs have found nothing that another may cost the orders nothing. */
  readonly hasMissedOften: boolean;
  /** Counts one question to Stripe, before it is asked. Throws for one that is one too many. */
  readonly mayAskStripe: (known: Known) => Promise<void>;
};

type Find = FulfilPorts['checkout']['find'];

/**
 * The order of a session. What is recorded as settled is answered by the orders alone; a question to Stripe is
 * counted first, in one more request. Throws what the caller's counts throw.
 */
export const lookUpOrder = async (
  { checkout, orders, ...ports }: FulfilPorts,
  { hasMissedOften, mayAskStripe }: Caller,
  sessionId: string,
): Promise<Order | null> => {
  let known: Known = hasMissedOften ? 'unasked' : 'unreachable';
  const ask: Find = async (id) => {
    await mayAskStripe(known);
    return checkout.find(id);
  };
  const recorded: FulfilPorts['orders']['find'] = async (id) => {
    const facts = await orders.find(id);
    known = Object.keys(facts).length > 0 ? 'order' : 'nothing';
    return facts;
  };
  const at = ports.now(); // Stripe may be asked first, and its answer must not count as newer
  const both = { ...ports, now: () => at, orders: { ...orders, find: recorded } };
  const lookUp = (find: Find): Promise<Order | null> =>
    currentOrder({ ...both, checkout: { ...checkout, find } }, sessionId);
  if (!hasMissedOften) return lookUp(ask);

  await mayAskStripe(known);
  const asking = checkout.find(sessionId);
  // While Stripe is out of reach, an order that is known must still open its files.
  const session = await asking.catch(() => null);
  if (typeof session === 'string' || session?.payment === 'none') return null;
  return lookUp(() => asking);
};
