import { limitShared } from '../http/shared-limits.ts';
import { logError } from '../http/log.ts';
import { Unavailable } from '../platform/unavailable.ts';
import type { PaymentEvent } from '../stripe/events.ts';
import { readSession, sessionOfPayment } from '../stripe/session.ts';
import { type Fulfilled, fulfil } from './fulfil.ts';
import { sessionsNamed } from './lists.ts';
import { NO_NOTES } from './order.ts';
import { readStored } from './store.ts';

/** Any other error is Stripe's, and a second call would double the buyer's wait. */
const isOfRedis = (error: unknown): boolean =>
  error instanceof Unavailable && error.service === 'orders';

/** The order as Stripe reports it, while Redis is down. The owner's decisions do not apply then. */
const unrecorded = async (sessionId: string): Promise<Fulfilled | null> => {
  const session = await readSession(sessionId);
  if (typeof session === 'string' || session.sale === null) return null;
  return { order: { sessionId, ...session.sale, ...NO_NOTES }, jobs: [] };
};

/**
 * The order of a session, as recorded or else as Stripe reports it, with the jobs that follow. Only Stripe knows whether a
 * pending or failed payment has arrived since. Each question to Stripe counts against a limit. A buyer who has paid is
 * served even while Redis is down; the next webhook, return or run of the schedule records the order. Throws
 * `Unavailable` if Stripe is down too.
 */
export const lookUpOrder = async (sessionId: string): Promise<Fulfilled | null> => {
  const known = await readStored(sessionId).catch(logError);
  if (!known) return unrecorded(sessionId);
  const { sale, notes } = known;
  if (sale?.payment === 'paid') return { order: { sessionId, ...sale, ...notes }, jobs: [] };
  await limitShared('stripe', 'all');
  return fulfil(sessionId, { source: 'return', known }).catch((error: unknown) => {
    if (!isOfRedis(error)) throw error;
    logError(error);
    return unrecorded(sessionId);
  });
};

/** The session that an event is about; null for a payment without one. Throws `Unavailable`. */
export const sessionOf = async ({ about }: PaymentEvent): Promise<string | null> => {
  if ('session' in about) return about.session;
  const [known] = await sessionsNamed(`${about.payment} `);
  return known ?? sessionOfPayment(about.payment);
};
