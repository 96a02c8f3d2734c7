import { logInfo } from '../http/log.ts';
import type { Job } from '../platform/queue.ts';
import { HOUR_IN_SECONDS, now } from '../platform/clock.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import { type CallOptions, NO_RETRY, ONE_SHORT_TRY } from '../stripe/client.ts';
import { type PaymentEvent, containsReport } from '../stripe/events.ts';
import { readSession } from '../stripe/session.ts';
import type { Sale } from '../stripe/sale.ts';
import { type FulfillSource, followUpOf } from './follow-up-jobs.ts';
import type { Order } from './order.ts';
import { save } from './save.ts';
import { isStale } from './stale-response.ts';
import { statusOf } from './status.ts';
import { type StoredState, readStoredState } from './store.ts';

/**
 * The jobs are already enqueued. The caller may run them right away instead of waiting for the
 * schedule.
 */
export type Fulfilled = { readonly order: Order; readonly jobs: readonly Job[] };

const MAX_STALE_RESPONSES = 3;
const MAX_LOST_RACES = 20;

type Options = {
  readonly source: FulfillSource;
  /**
   * The event that Stripe sent. If it is recent, a response from Stripe's API that does not reflect
   * it yet is stale.
   */
  readonly event?: PaymentEvent;
  /**
   * When a pending payment succeeded, in Unix seconds; null if it was never pending. Default: now,
   * if the stored payment was pending.
   */
  readonly settledAt?: number | null | undefined;
  /** Pass this if you have just read it. Otherwise `fulfill` reads it from Redis. */
  readonly storedState?: StoredState;
  /** Default: true. */
  readonly sendsReceipt?: boolean;
};

/** The Stripe client's defaults (`{}`) include a retry. */
const CALL_OPTIONS: Readonly<Record<FulfillSource, CallOptions>> = {
  webhook: ONE_SHORT_TRY,
  schedule: NO_RETRY,
  return: {},
  rebuild: {},
};

/** Stripe stops resending an event after a few days, so an old event must not be rejected. */
const isRecent = ({ createdAt }: PaymentEvent): boolean => now() - createdAt <= HOUR_IN_SECONDS;

const isResponseStale = (
  sale: Sale | null,
  stored: StoredState,
  event: PaymentEvent | undefined,
): boolean => {
  if (isStale(sale, stored.sale)) return true;
  return event !== undefined && isRecent(event) && !containsReport(sale, event);
};

const settledAtOf = (
  sale: Sale,
  stored: StoredState,
  reportedAt: number | null | undefined,
): number | null => {
  if (stored.notes.settledAt !== null) return stored.notes.settledAt;
  if (sale.payment !== 'paid') return null;
  if (reportedAt !== undefined) return reportedAt;
  const wasPending = stored.sale !== null && stored.sale.payment !== 'paid';
  return wasPending ? now() : null;
};

/** Returns 'moved' if another writer stored a different sale in the meantime. */
const recordSession = async (
  sessionId: string,
  stored: StoredState,
  { source, event, settledAt: reportedAt, sendsReceipt = true }: Options,
): Promise<Fulfilled | null | 'stale' | 'moved'> => {
  const session = await readSession(sessionId, CALL_OPTIONS[source]);
  // The shop's Stripe key belongs to another account or mode. Acknowledging the event would lose
  // the order.
  if (session === 'unknown' && source === 'webhook') {
    throw new Unavailable('payments', 'session of a signed event not found');
  }
  if (session === 'unknown' || session === 'foreign') return null;
  if (isResponseStale(session.sale, stored, event)) return 'stale';
  if (session.sale === null) return null;

  const { notes } = stored;
  const sale = notes.isForgotten ? { ...session.sale, buyer: null } : session.sale;
  const settledAt = settledAtOf(sale, stored, reportedAt);
  const order: Order = { sessionId, ...sale, ...notes, settledAt };
  const { isOfThisSite } = session;
  const followUp = followUpOf(order, stored, { isOfThisSite, source, sendsReceipt });
  const outcome = await save(sessionId, stored, sale, { ...followUp, settledAt });
  if (outcome === 'moved') return 'moved';
  // Another writer has stored an equal sale and enqueued its jobs.
  if (outcome === 'same') return { order, jobs: [] };

  if (sale.payment === 'paid' && stored.sale?.payment !== 'paid') {
    // The session id must not be logged: it is the buyer's key.
    const status = statusOf(order);
    logInfo({ event: 'order fulfilled', order: orderNumberOf(sessionId), source, status });
  }
  return { order, jobs: followUp.jobs };
};

/**
 * Reads a session from Stripe and records its current state as an order. Safe to call concurrently
 * and repeatedly. Returns null if nothing was bought, if the session does not exist, or if it
 * belongs to another shop. Throws `Unavailable` if a service fails or Stripe's responses remain
 * stale.
 */
export const fulfill = async (sessionId: string, options: Options): Promise<Fulfilled | null> => {
  let stored = options.storedState;
  let staleResponses = 0;
  let lostRaces = 0;
  while (lostRaces < MAX_LOST_RACES) {
    stored ??= await readStoredState(sessionId);
    const result = await recordSession(sessionId, stored, options);
    if (result !== 'stale' && result !== 'moved') return result;
    if (result === 'stale') staleResponses += 1;
    else lostRaces += 1;
    if (staleResponses === MAX_STALE_RESPONSES) throw new Unavailable('payments', 'stale response');
    stored = undefined;
  }
  throw new Unavailable('orders', 'too many concurrent writes');
};
