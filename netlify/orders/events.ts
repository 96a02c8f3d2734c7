import type { CheckoutSession } from '../checkout/checkout-session.ts';
import type { Dispute } from './disputes.ts';
import { type Fulfilled, type FulfilPorts, fulfil } from './fulfil.ts';
import type { Facts, Source } from './facts.ts';
import { Unavailable } from '../clients/unavailable.ts';

/**
 * Of an event, what it is about is taken, and not what it says has happened: Stripe is asked that
 * afresh. Only what Stripe cannot be asked for with the session comes out of the event itself.
 */
export type PaymentEvent = {
  readonly id: string;
  readonly type: string;
  /** Unix time in seconds. */
  readonly createdAt: number;
  readonly about: { readonly session: string } | { readonly payment: string } | null;
  /**
   * A dispute's status at the time of the event. Or an early fraud warning, which is recorded and takes
   * nothing away: the bank has not decided.
   */
  readonly facts: Facts;
  /** What Stripe must say by now. If it does not, the answer is older than the event. */
  readonly implies: (session: CheckoutSession) => boolean;
  /** How a dispute stood before the event; an answer that still says so may be older. */
  readonly past: Dispute | null;
};

/** Which events were handled. The order's own ledger keeps them for good, this index for a month. */
export type EventLedger = {
  /** Those of them that were not handled yet. */
  findNew: (eventIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Marks an event that leaves nothing in any order. */
  remember: (eventId: string) => Promise<void>;
  /** Notes when Stripe called. Never rejects. */
  noteCall: (at: number) => Promise<void>;
};

export type EventPorts = FulfilPorts & {
  readonly checkout: {
    /** The session that a payment was made through; null for payments that had none. */
    sessionOfPayment: (paymentId: string) => Promise<string | null>;
  };
  readonly ledger: EventLedger;
};

/**
 * A session that Stripe itself has signed for exists. If it is not found, we are asking with the key of
 * another account or mode, and saying "done" would lose the order. The same goes for an answer that
 * knows nothing yet of what the event tells. That a dispute stands as it did before the event is left out:
 * if it does again, an event of its own tells.
 */
const insistOn = (
  { checkout, ...ports }: EventPorts,
  { implies, past }: PaymentEvent,
): EventPorts => ({
  ...ports,
  checkout: {
    ...checkout,
    find: async (sessionId) => {
      const session = await checkout.find(sessionId);
      if (session === 'unknown') throw new Unavailable('payments', 'signed session not found');
      if (session === 'foreign') return session;
      if (!implies(session)) throw new Unavailable('payments', 'answer older than the event');
      const disputes = session.disputes.filter(
        ({ id, status }) => id !== past?.id || status !== past.status,
      );
      return { ...session, disputes };
    },
  },
});

const sessionOf = async (ports: EventPorts, { about }: PaymentEvent): Promise<string | null> => {
  if (about === null) return null;
  return 'session' in about ? about.session : ports.checkout.sessionOfPayment(about.payment);
};

/**
 * Handles an event that was not handled yet. Answers what it added to an order of this shop, or null
 * where it concerned none. It is known as handled from the same step on that keeps what it brought:
 * whatever breaks before leaves it to be sent again. Throws when it could not be handled now.
 */
export const handleNewEvent = async (
  ports: EventPorts,
  event: PaymentEvent,
  source: Source,
): Promise<Fulfilled | null> => {
  const session = await sessionOf(ports, event);
  const facts = { ...event.facts, [`event:${event.id}`]: `${event.type} ${event.createdAt}` };
  const finding = { source, eventId: event.id, facts };
  const done = session === null ? null : await fulfil(insistOn(ports, event), session, finding);
  if (!done) await ports.ledger.remember(event.id);
  return done;
};

/** What the webhook does: answers whether the event concerned an order, now or when it came before. */
export const handleEvent = async (
  ports: EventPorts,
  event: PaymentEvent,
): Promise<'handled' | 'known' | 'ignored'> => {
  if (event.about === null) return 'ignored';
  const { findNew, noteCall } = ports.ledger;
  const [news] = await Promise.all([findNew([event.id]), noteCall(ports.now())]); // one request
  if (!news.has(event.id)) return 'known';
  return (await handleNewEvent(ports, event, 'webhook')) ? 'handled' : 'ignored';
};
