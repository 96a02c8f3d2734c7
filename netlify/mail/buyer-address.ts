import { readSession } from '../stripe/session.ts';

/** The address that Stripe has for an order; null if there is none. */
export const findBuyerAddress = async (sessionId: string): Promise<string | null> => {
  const session = await readSession(sessionId);
  return typeof session === 'string' ? null : session.email;
};
