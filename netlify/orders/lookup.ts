import { logError } from '../http/log.ts';
import { limitShared } from '../http/shared-limits.ts';
import type { Job } from '../platform/queue.ts';
import { Unavailable } from '../platform/unavailable.ts';
import { readSession } from '../stripe/session.ts';
import { fulfill } from './fulfill.ts';
import { NO_NOTES, type Order } from './order.ts';
import { readStoredState } from './store.ts';

export type LookedUp = {
  readonly order: Order | null;
  /** Already enqueued. The caller may run them right away instead of waiting for the schedule. */
  readonly jobs: readonly Job[];
};

/**
 * Reads an order from Stripe only, so the owner's decisions in Redis do not apply. Throws
 * `Unavailable`.
 */
export const readUnrecordedOrder = async (sessionId: string): Promise<Order | null> => {
  const session = await readSession(sessionId);
  if (session === 'unknown' || session === 'foreign' || session.sale === null) return null;
  return { sessionId, ...session.sale, ...NO_NOTES };
};

/**
 * Reads the order from Stripe if it is not recorded as paid, because the payment may have succeeded
 * since then. While Redis is down, reads the order from Stripe without recording it. Throws
 * `Unavailable` if Stripe is down too.
 *
 *     const { order, jobs } = await lookUpOrder(sessionId);
 *     runJobsInBackground(jobs);
 */
export const lookUpOrder = async (sessionId: string): Promise<LookedUp> => {
  const stored = await readStoredState(sessionId).catch(logError);
  if (!stored) return { order: await readUnrecordedOrder(sessionId), jobs: [] };

  const { sale, notes } = stored;
  if (sale?.payment === 'paid') return { order: { sessionId, ...sale, ...notes }, jobs: [] };

  await limitShared('stripe', 'all');
  try {
    const fulfilled = await fulfill(sessionId, { source: 'return', storedState: stored });
    return fulfilled ?? { order: null, jobs: [] };
  } catch (error) {
    // After a Stripe error, a second request would only double the buyer's wait.
    if (!(error instanceof Unavailable) || error.service !== 'orders') throw error;
    logError(error);
    return { order: await readUnrecordedOrder(sessionId), jobs: [] };
  }
};
