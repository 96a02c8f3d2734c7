import { type FulfilPorts, fulfil } from './fulfil.ts';
import { Unavailable } from './unavailable.ts';

/** What an event is about is all that is taken from it; what happened, Stripe is asked afresh. */
export type PaymentEvent = {
  readonly about: { readonly session: string } | { readonly payment: string } | null;
};

export type EventPorts = FulfilPorts & {
  readonly checkout: {
    /** The session that a payment was made through; null for payments that had none. */
    sessionOfPayment: (paymentId: string) => Promise<string | null>;
  };
};

/**
 * A session that Stripe itself has signed for exists. If it is not found, we are asking with the key
 * of another account or mode, and saying "done" would lose the order.
 */
const insistOnFinding = ({ checkout, ...ports }: EventPorts): EventPorts => ({
  ...ports,
  checkout: {
    ...checkout,
    find: async (sessionId) => {
      const session = await checkout.find(sessionId);
      if (session === 'unknown') throw new Unavailable('payments', 'signed session not found');
      return session;
    },
  },
});

/**
 * Answers whether the event concerned an order of this shop. Throws when it could not be handled
 * now, and must be sent again.
 */
export const handleEvent = async (ports: EventPorts, { about }: PaymentEvent): Promise<boolean> => {
  if (about === null) return false;
  const session =
    'session' in about ? about.session : await ports.checkout.sessionOfPayment(about.payment);
  return session !== null && (await fulfil(insistOnFinding(ports), session)) !== null;
};
