import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { now } from '../clock.ts';
import { afterAnswer } from '../current-request.ts';
import { logError, logInfo } from '../http/log.ts';
import { sendReceipt } from '../mail/receipt.ts';
import { sendsMail } from '../mail/settings.ts';
import { isNewFact } from './disputes.ts';
import type { Facts, Source } from './facts.ts';
import { numberOf } from './order-names.ts';
import { type Order, factsOf, orderFrom } from './orders.ts';
import { findFacts, recordFacts } from './redis-orders.ts';

/** How the shop came to ask for a session. */
type Asked = {
  readonly source: Source;
  /** When Stripe was asked, in Unix seconds. */
  readonly at: number;
  readonly eventId?: string;
  /** What is known besides the session. */
  readonly facts?: Facts;
  /** false where the buyer gets another email with the same link. */
  readonly withReceipt?: boolean;
  /** Whether to serve an order that Redis cannot record now. A later call records it. */
  readonly allowUnrecorded?: boolean;
};

/** `added` names the facts that are new. */
export type Fulfilled = { readonly order: Order; readonly added: readonly string[] };

const only = (facts: Facts, isWanted: (name: string) => boolean): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => isWanted(name)));

/** Sends the receipt that was queued as the order was recorded as paid. The reconciler sends what is left. */
const sendQueued = (sessionId: string): void => {
  if (!sendsMail()) return;
  afterAnswer(async () => {
    await sendReceipt(sessionId).catch(logError);
  });
};

/** What Redis answers, or `assumed` where it cannot be reached. */
export const orIfDown = <T>(asked: Promise<T>, assumed: T): Promise<T> =>
  asked.catch((error: unknown) => {
    logError(error);
    return assumed;
  });

/**
 * Brings the order of a session up to what Stripe has just answered. The webhook, the buyer's return and the reconciler
 * all end here, at once or any number of times: it is idempotent. The step that records an order as paid also queues
 * its receipt, which is sent after the answer. `at` is when Stripe was asked, since a slow answer must not count as
 * newer than what has happened meanwhile. Answers null while nothing is bought. Throws where Redis cannot be reached,
 * so that an order is acknowledged only after it is stored.
 */
export const fulfil = async (
  session: CheckoutSession,
  { at, source, eventId, facts: more, withReceipt = true, allowUnrecorded = false }: Asked,
): Promise<Fulfilled | null> => {
  const reported = factsOf(session, { source, at });
  if (!reported) return null;
  const attempt = <T>(asked: Promise<T>, assumed: T) =>
    allowUnrecorded ? orIfDown(asked, assumed) : asked;
  // A dispute's unchanged status has another name each time it is looked up.
  const known = session.disputes.length === 0 ? {} : await attempt(findFacts(session.id), {});
  const isNew = (name: string): boolean => !name.startsWith('dispute:') || isNewFact(known, name);
  const facts = { ...only(reported, isNew), ...more };
  const hasReceipt = withReceipt && session.isOfThisSite;
  const receipt = hasReceipt ? { paidAt: session.paidAt, now: now() } : undefined;
  const recording = recordFacts(facts, { sale: session, eventId, receipt });
  const recorded = await attempt(recording, { facts, added: [] });
  const order = orderFrom(session.id, recorded.facts);
  if (!order) throw new Error('an order without a sale');
  if (recorded.added.includes('payment:paid')) {
    // By its number, since the session's id is the buyer's key.
    logInfo({ event: 'order fulfilled', order: numberOf(session.id), source });
    // The reconciler sends all that is queued at the end of its run.
    if (source !== 'reconciler') sendQueued(session.id);
  }
  const before = only(recorded.facts, (name) => !recorded.added.includes(name));
  return { order, added: recorded.added.filter((name) => isNewFact(before, name)) };
};
