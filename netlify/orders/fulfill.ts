import { logError, logInfo } from '../http/log.ts';
import { limitShared } from '../http/shared-limits.ts';
import { ownerAddress, sendsMail } from '../platform/mail-policy.ts';
import { HOUR_IN_SECONDS, now } from '../platform/clock.ts';
import type { Job } from '../platform/queue.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { dayOf } from '../shop/dates.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import type { PaymentEvent } from '../stripe/events.ts';
import {
  type Sale,
  type CheckoutSession,
  readSession,
  sessionOfPayment,
} from '../stripe/session.ts';
import { NO_NOTES, type Order } from './order.ts';
import { type Following, type Stored, readStored, save, sessionsNamed } from './store.ts';

/** The session that an event is about; null for a payment without one. Throws `Unavailable`. */
export const findSessionOfEvent = async ({ about }: PaymentEvent): Promise<string | null> => {
  if ('session' in about) return about.session;
  const [known] = await sessionsNamed(`${about.payment} `);
  return known ?? sessionOfPayment(about.payment);
};

/** The caller. Each one alone is enough to record an order. */
export type FulfillSource = 'webhook' | 'return' | 'schedule' | 'rebuild';

/** The jobs are enqueued already. The caller may run them at once; else the schedule does. */
export type Fulfilled = { readonly order: Order; readonly jobs: readonly Job[] };

const PAYMENT_STATES: readonly Sale['payment'][] = ['pending', 'failed', 'paid'];

const hasAll = (ids: readonly { id: string }[], stored: readonly { id: string }[]): boolean =>
  stored.every(({ id }) => ids.some((one) => one.id === id));

/** Whether an answer of Stripe's is older than the stored sale. Refunds and disputes never disappear, and payments only advance. */
export const isStale = (answer: Sale | null, stored: Sale | null): boolean => {
  if (stored === null) return false;
  if (answer === null) return true;
  const advances = PAYMENT_STATES.indexOf(answer.payment) >= PAYMENT_STATES.indexOf(stored.payment);
  return (
    !advances ||
    !hasAll(answer.refunds, stored.refunds) ||
    !hasAll(answer.disputes, stored.disputes)
  );
};

/** Resend knows an idempotency key for 24 hours. */
export const KEY_KNOWN_IN_SECONDS = 23 * HOUR_IN_SECONDS;

/**
 * The jobs that follow as an order becomes paid. An order that was paid before this store was made may have its receipt
 * already, unless it was stored as pending. Its receipt counts as tried at the payment: while Resend knows the receipt's
 * key, it holds a second one back, and later none is enqueued.
 */
export const followingOf = (
  { id, isOfThisSite }: Pick<CheckoutSession, 'id' | 'isOfThisSite'>,
  sale: Sale,
  stored: Pick<Stored, 'sale' | 'storeCreatedAt'>,
  source: FulfillSource,
): Following => {
  const { paidAt } = sale;
  if (paidAt === null || stored.sale?.payment === 'paid') return { jobs: [] };
  if (!isOfThisSite) return { jobs: [] };
  const at = now();
  const isLate = source === 'schedule' && at - paidAt > HOUR_IN_SECONDS;
  const alerts: Job[] = isLate && ownerAddress() !== null ? [`alert:webhook/${dayOf(at)}`] : [];
  if (!sendsMail()) return { jobs: alerts };
  const isKnownUnsent = stored.sale !== null || paidAt >= (stored.storeCreatedAt ?? at);
  if (!isKnownUnsent && at - paidAt >= KEY_KNOWN_IN_SECONDS) return { jobs: alerts };
  return {
    jobs: [`receipt:${id}`, ...alerts],
    ...(!isKnownUnsent && { firstTryAt: paidAt }),
  };
};

/** The repeats after an older answer from Stripe, and after another writer was faster. */
const MOST_TRIES = { older: 3, moved: 20 };

type Options = {
  readonly source: FulfillSource;
  /** The session's state, if the caller has read it already. */
  readonly known?: Stored;
  /** Whether an answer is new enough for the caller. */
  readonly suffices?: (sale: Sale | null) => boolean;
};

/**
 * Brings the order of a session up to Stripe's latest answer. The webhook, the buyer's return, the schedule and
 * `npm run rebuild` all end here, at once or any number of times. It reads the version and the sale, asks Stripe, and
 * writes the answer if nobody else has meanwhile; else it begins again. null: nothing is bought, or the session is not
 * this shop's. Throws `Unavailable` if Redis or Stripe cannot be reached, or Stripe keeps giving older answers.
 */
export const fulfill = async (
  sessionId: string,
  { source, known, suffices = () => true }: Options,
): Promise<Fulfilled | null> => {
  let [older, moved] = [0, 0];
  for (let read = known; older < MOST_TRIES.older && moved < MOST_TRIES.moved; read = undefined) {
    const stored = read ?? (await readStored(sessionId));
    const session = await readSession(sessionId);
    // The shop asks with the key of another account or mode. To acknowledge the event would lose the order.
    if (session === 'unknown' && source === 'webhook') {
      throw new Unavailable('payments', 'signed session not found');
    }
    if (typeof session === 'string') return null;
    if (isStale(session.sale, stored.sale) || !suffices(session.sale)) {
      older += 1;
      continue;
    }
    if (session.sale === null) return null;
    const { notes } = stored;
    const sale = notes.isForgotten ? { ...session.sale, buyer: null } : session.sale;
    const following = followingOf(session, sale, stored, source);
    const outcome = await save(sessionId, stored, sale, following);
    if (outcome === 'moved') {
      moved += 1;
      continue;
    }
    const isNew =
      outcome === 'written' && sale.payment === 'paid' && stored.sale?.payment !== 'paid';
    // By its number, since the session's id is the buyer's key.
    if (isNew) logInfo({ event: 'order fulfilled', order: orderNumberOf(sessionId), source });
    const jobs = outcome === 'written' ? following.jobs : [];
    return { order: { sessionId, ...sale, ...notes }, jobs };
  }
  throw new Unavailable('payments', 'answer older than what is known');
};

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
  return fulfill(sessionId, { source: 'return', known }).catch((error: unknown) => {
    if (!isOfRedis(error)) throw error;
    logError(error);
    return unrecorded(sessionId);
  });
};
