import { type FulfilPorts, currentOrder } from './fulfil.ts';
import type { Order } from './orders.ts';

/** What is recorded for a session; 'unreachable' where the orders could not be asked. */
export type Known = 'order' | 'nothing' | 'unreachable';

/** Somebody who is being counted. Both throw for what is one too many. */
export type Caller = {
  readonly withinLimit: Promise<void>;
  /** Counts one question to Stripe, before it is asked. */
  readonly mayAskStripe: (known: Known) => Promise<void>;
};

/**
 * The order of a session, for a caller who is still being counted: both questions travel to Redis
 * together. What is recorded as settled is answered by that alone; a question to Stripe is counted
 * first, in one more request. Throws what the caller's counts throw.
 */
export const lookUpOrder = async (
  { checkout, orders, ...ports }: FulfilPorts,
  { withinLimit, mayAskStripe }: Caller,
  sessionId: string,
): Promise<Order | null> => {
  let known: Known = 'unreachable';
  const recorded: FulfilPorts['orders']['find'] = async (id) => {
    const facts = await orders.find(id);
    known = Object.keys(facts).length > 0 ? 'order' : 'nothing';
    return facts;
  };
  const find: FulfilPorts['checkout']['find'] = async (id) => {
    await withinLimit;
    await mayAskStripe(known);
    return checkout.find(id);
  };
  const asked = {
    ...ports,
    checkout: { ...checkout, find },
    orders: { ...orders, find: recorded },
  };
  const [order] = await Promise.all([currentOrder(asked, sessionId), withinLimit]);
  return order;
};
