import { catalogue } from '../catalogue.ts';
import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { now } from '../clock.ts';
import { afterAnswer } from '../current-request.ts';
import { logError } from '../http/log.ts';
import { logFulfilled } from './order-log.ts';
import { alertOwnerOfDispute, alertOwnerOfSale } from '../mail/owner-alerts.ts';
import { sendReceipt } from '../mail/receipt.ts';
import { alertsOfSales, sendsMail } from '../mail/settings.ts';
import { disputesToTell, isNews } from './disputes.ts';
import type { Facts, Source } from './facts.ts';
import { type Order, factsOf, orderFrom, orderWriteOf } from './orders.ts';
import { findFacts, recordFacts } from './redis-orders.ts';

/** How a session came to be asked for, and what is known besides. */
type Finding = {
  readonly source: Source;
  /** When Stripe was asked, in Unix seconds. */
  readonly at: number;
  readonly eventId?: string;
  readonly facts?: Facts;
  /** false where the buyer gets another email with the same link. */
  readonly withReceipt?: boolean;
  /** Whether an order that cannot be recorded now counts all the same: a later call records it. */
  readonly evenIfDown?: boolean;
};

/** `added` names what was not known before. */
export type Fulfilled = { readonly order: Order; readonly added: readonly string[] };

const only = (facts: Facts, isWanted: (name: string) => boolean): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => isWanted(name)));

/** Sends what the step that stored the order as paid has queued; the reconciler sends what is left. */
const sendQueued = (sessionId: string): void => {
  if (!sendsMail()) return;
  if (alertsOfSales()) afterAnswer(() => alertOwnerOfSale(sessionId));
  afterAnswer(async () => {
    await sendReceipt(sessionId).catch(logError);
  });
};

/** What Redis answers, or, where it cannot be reached, what is assumed then. */
export const orIfDown = <T>(asked: Promise<T>, assumed: T): Promise<T> =>
  asked.catch((error: unknown) => {
    logError(error);
    return assumed;
  });

/**
 * Brings the order of a session up to what Stripe has just said: the webhook, the buyer's return and the reconciler
 * all end here. `at` is when Stripe was asked, since an answer that was long on its way must not count as newer than
 * what has happened since. Idempotent, and safe to run any number of times at once. The step that stores an order as
 * paid also queues its receipt, which is sent behind the answer. Answers null while nothing was bought. Throws when
 * the orders cannot be reached, so that "done" is only ever said after the order is stored.
 */
export const fulfil = async (
  session: CheckoutSession,
  { at, source, eventId, facts: more, withReceipt = true, evenIfDown = false }: Finding,
): Promise<Fulfilled | null> => {
  const said = factsOf(session, { source, at });
  if (!said) return null;
  const attempt = <T>(asked: Promise<T>, assumed: T) =>
    evenIfDown ? orIfDown(asked, assumed) : asked;
  // "Still in dispute" has another name at each moment: only what changed is to be added.
  const known = session.disputes.length === 0 ? {} : await attempt(findFacts(session.id), {});
  const isNew = (name: string): boolean => !name.startsWith('dispute:') || isNews(known, name);
  const facts = { ...only(said, isNew), ...more };
  const write = {
    ...orderWriteOf(session, facts, eventId, catalogue.time_zone),
    ...(withReceipt && session.isOfThisSite && { receipt: { paidAt: session.paidAt, now: now() } }),
  };
  const recorded = await attempt(recordFacts(session.id, write), { facts, added: [] });
  const order = orderFrom(session.id, recorded.facts);
  if (!order) throw new Error('an order without a sale');
  if (recorded.added.includes('payment:paid')) {
    logFulfilled(session.id, source);
    // The reconciler sends what it has found at the end of its run.
    if (source !== 'reconciler') sendQueued(session.id);
  }
  for (const dispute of disputesToTell(recorded.facts, recorded.added)) {
    afterAnswer(() => alertOwnerOfDispute(order, dispute));
  }
  const before = only(recorded.facts, (name) => !recorded.added.includes(name));
  return { order, added: recorded.added.filter((name) => isNews(before, name)) };
};
