import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { now } from '../clock.ts';
import type { Dispute } from './disputes.ts';
import type { Facts, Source } from './facts.ts';
import { type Fulfilled, fulfil } from './fulfil.ts';
import { findNewEvents, noteWebhookCall, rememberEvent } from './redis-orders.ts';
import { findSession, sessionOfPayment } from './stripe-sessions.ts';

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

const sessionOf = async ({ about }: PaymentEvent): Promise<string | null> => {
  if (about === null) return null;
  return 'session' in about ? about.session : sessionOfPayment(about.payment);
};

/**
 * What Stripe says of a session that it has signed for. If it is not found, we are asking with the key of another
 * account or mode, and saying "done" would lose the order. The same goes for an answer that knows nothing yet of what
 * the event tells. That a dispute stands as it did before the event is left out: if it does again, an event of its own
 * tells.
 */
const findSigned = async (
  sessionId: string,
  { implies, past }: PaymentEvent,
): Promise<CheckoutSession | null> => {
  const session = await findSession(sessionId);
  if (session === 'unknown') throw new Unavailable('payments', 'signed session not found');
  if (session === 'foreign') return null;
  if (!implies(session)) throw new Unavailable('payments', 'answer older than the event');
  const disputes = session.disputes.filter(
    ({ id, status }) => id !== past?.id || status !== past.status,
  );
  return { ...session, disputes };
};

/**
 * Handles an event that was not handled yet. Answers what it added to an order of this shop, or null
 * where it concerned none. It is known as handled from the same step on that keeps what it brought:
 * whatever breaks before leaves it to be sent again. Throws when it could not be handled now.
 */
export const handleNewEvent = async (
  event: PaymentEvent,
  source: Source,
): Promise<Fulfilled | null> => {
  const sessionId = await sessionOf(event);
  const at = now();
  const session = sessionId === null ? null : await findSigned(sessionId, event);
  const facts = { ...event.facts, [`event:${event.id}`]: `${event.type} ${event.createdAt}` };
  const done = session && (await fulfil(session, { source, at, eventId: event.id, facts }));
  if (!done) await rememberEvent(event.id);
  return done;
};

/** What the webhook does: answers whether the event concerned an order, now or when it came before. */
export const handleEvent = async (
  event: PaymentEvent,
): Promise<'handled' | 'known' | 'ignored'> => {
  if (event.about === null) return 'ignored';
  const [news] = await Promise.all([findNewEvents([event.id]), noteWebhookCall(now())]); // one request
  if (!news.has(event.id)) return 'known';
  return (await handleNewEvent(event, 'webhook')) ? 'handled' : 'ignored';
};
