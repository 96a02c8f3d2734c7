import { logInfo } from '../http/log.ts';
import type { Job } from '../platform/queue.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import { readSession } from '../stripe/session.ts';
import type { Sale } from '../stripe/sale.ts';
import { type FulfillSource, followUpOf } from './follow-up-jobs.ts';
import type { Order } from './order.ts';
import { save } from './save.ts';
import { isStale } from './stale-response.ts';
import { type StoredState, readStoredState } from './store.ts';

/** The jobs are enqueued. The caller may run them at once, before the schedule does. */
export type Fulfilled = { readonly order: Order; readonly jobs: readonly Job[] };

const MAX_STALE_RESPONSES = 3;
const MAX_LOST_RACES = 20;

type Options = {
  readonly source: FulfillSource;
  /** Pass it if you have just read it. Otherwise `fulfill` reads it from Redis. */
  readonly storedState?: StoredState;
  /** Returns false if Stripe's response lacks what the event reports. */
  readonly isRecentEnough?: (sale: Sale | null) => boolean;
};

/** Returns 'moved' if another writer has stored a different sale meanwhile. */
const recordSession = async (
  sessionId: string,
  stored: StoredState,
  { source, isRecentEnough = () => true }: Options,
): Promise<Fulfilled | null | 'stale' | 'moved'> => {
  const session = await readSession(sessionId);
  // The shop's key belongs to another account or mode. Acknowledging the event would lose the
  // order.
  if (session === 'unknown' && source === 'webhook') {
    throw new Unavailable('payments', 'signed session not found');
  }
  if (session === 'unknown' || session === 'foreign') return null;
  if (isStale(session.sale, stored.sale) || !isRecentEnough(session.sale)) return 'stale';
  if (session.sale === null) return null;

  const { notes } = stored;
  const sale = notes.isForgotten ? { ...session.sale, buyer: null } : session.sale;
  const order: Order = { sessionId, ...sale, ...notes };
  const followUp = followUpOf(session, sale, stored, source);
  const outcome = await save(sessionId, stored, sale, followUp);
  if (outcome === 'moved') return 'moved';
  // Another writer has stored an equal sale and enqueued its jobs.
  if (outcome === 'same') return { order, jobs: [] };

  if (sale.payment === 'paid' && stored.sale?.payment !== 'paid') {
    // The session id must not be logged: it is the buyer's key.
    logInfo({ event: 'order fulfilled', order: orderNumberOf(sessionId), source });
  }
  return { order, jobs: followUp.jobs };
};

/**
 * Records Stripe's current state of a session as its order. Safe to call concurrently and
 * repeatedly. Returns null if nothing was bought, or if Stripe does not know the session or it
 * belongs to another shop. Throws `Unavailable`, also if Stripe's responses stay stale.
 */
export const fulfill = async (sessionId: string, options: Options): Promise<Fulfilled | null> => {
  let stored = options.storedState;
  let staleResponses = 0;
  let lostRaces = 0;
  while (staleResponses < MAX_STALE_RESPONSES && lostRaces < MAX_LOST_RACES) {
    stored ??= await readStoredState(sessionId);
    const result = await recordSession(sessionId, stored, options);
    if (result !== 'stale' && result !== 'moved') return result;
    if (result === 'stale') staleResponses += 1;
    else lostRaces += 1;
    stored = undefined;
  }
  throw new Unavailable('payments', 'answer older than what is known');
};
