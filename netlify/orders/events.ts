import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { Unavailable } from '../clients/unavailable.ts';
import { now } from '../clock.ts';
import type { Dispute } from './disputes.ts';
import type { Facts, Source } from './facts.ts';
import { type Fulfilled, fulfil } from './fulfil.ts';
import { findNewEvents, rememberEvent } from './redis-orders.ts';
import { findSession, sessionOfPayment } from './stripe-sessions.ts';

/**
 * What the shop reads of an event: which order it is about. Stripe is asked afresh what has happened. Only what a
 * session does not hold comes out of the event itself.
 */
export type PaymentEvent = {
  readonly id: string;
  readonly type: string;
  /** Unix time in seconds. */
  readonly createdAt: number;
  readonly about: { readonly session: string } | { readonly payment: string } | null;
  /** A dispute's status at the time of the event. */
  readonly facts: Facts;
  /** Whether Stripe's answer already contains what the event reports. If not, the answer is older than the event. */
  readonly implies: (session: CheckoutSession) => boolean;
  /** The dispute before the event. An answer that still shows it so may be older than the event. */
  readonly past: Dispute | null;
};

const sessionOf = async ({ about }: PaymentEvent): Promise<string | null> => {
  if (about === null) return null;
  return 'session' in about ? about.session : sessionOfPayment(about.payment);
};

/**
 * What Stripe answers about the session of a signed event; null for a session that is not the shop's. Throws where
 * Stripe does not know the session, since then the shop asks with the key of another account or mode, and where the
 * answer is older than the event: to acknowledge either would lose the order. A dispute that still stands as before the
 * event is left out; if it stands so again, an event of its own follows.
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
 * Handles a new event. Answers what it added to an order, or null where it concerned no order of this shop. The step
 * that records its facts also marks it as handled, so an event that broke off earlier is sent again. Throws where
 * it cannot be handled now.
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

/** Handles an event of the webhook. 'known': it was handled before. 'ignored': it concerns no order of this shop. */
export const handleEvent = async (
  event: PaymentEvent,
): Promise<'handled' | 'known' | 'ignored'> => {
  if (event.about === null) return 'ignored';
  const fresh = await findNewEvents([event.id]);
  if (!fresh.has(event.id)) return 'known';
  return (await handleNewEvent(event, 'webhook')) ? 'handled' : 'ignored';
};
