import type { CheckoutSession } from '../checkout/checkout-session.ts';
import { type Dispute, disputesToTell, isNews } from './disputes.ts';
import type { Facts, Source } from './facts.ts';
import { type Order, type OrderWrite, factsOf, orderFrom, orderWriteOf } from './orders.ts';

type Recorded = {
  /** Every fact recorded by now. */
  readonly facts: Facts;
  /** The names of those that were not there before. */
  readonly added: readonly string[];
};

export type OrderStore = {
  /** Every fact recorded so far; empty for none. */
  find: (sessionId: string) => Promise<Facts>;
  /**
   * Adds facts, all or none; one that is there stays as it is. All else that a write brings about is
   * done in the same step: what a new fact counts for, by what the order is found, and the event.
   */
  record: (sessionId: string, write: OrderWrite) => Promise<Recorded>;
};

export type FulfilPorts = {
  readonly checkout: {
    /** What Stripe says now. 'foreign' is a session of something else on the same account. */
    find: (sessionId: string) => Promise<CheckoutSession | 'unknown' | 'foreign'>;
  };
  readonly orders: OrderStore;
  /** Unix time in seconds. */
  readonly now: () => number;
  /** The owner's, by its IANA name: an order is booked under its day there. */
  readonly timeZone: string;
  /** Told that the orders could not be reached, where the buyer is served all the same. */
  readonly onOrdersDown: (error: unknown) => void;
  /** Told once in an order's life: the first time that it was recorded as paid. */
  readonly onFulfilled: (order: Order, source: Source) => void;
  /** Told whenever something new was recorded of a dispute that is not settled. */
  readonly onDisputed: (order: Order, dispute: Dispute) => void;
};

/** How a session came to be asked for, and what is known besides. */
type Finding = {
  readonly source: Source;
  readonly eventId?: string;
  readonly facts?: Facts;
  /** false where the buyer gets another email with the same link. */
  readonly withReceipt?: boolean;
};

/** `added` names what was not known before. */
export type Fulfilled = { readonly order: Order; readonly added: readonly string[] };

const only = (facts: Facts, isWanted: (name: string) => boolean): Facts =>
  Object.fromEntries(Object.entries(facts).filter(([name]) => isWanted(name)));

/**
 * Brings the order of a session up to what Stripe has just said, `at` being when it was asked: an answer
 * that was long on its way must not count as newer than what has happened since. Idempotent, and safe to
 * run any number of times at once. Answers null while nothing was bought. Throws when the orders cannot
 * be reached, so that "done" is only ever said after the order is stored.
 */
export const upsertOrder = async (
  { orders, now, timeZone, onFulfilled, onDisputed }: Omit<FulfilPorts, 'checkout'>,
  session: CheckoutSession,
  { at, source, eventId, facts: told, withReceipt = true }: Finding & { readonly at: number },
): Promise<Fulfilled | null> => {
  const said = factsOf(session, { source, at });
  if (!said) return null;
  // "Still in dispute" has another name at each moment: only what changed is to be added.
  const known = session.disputes.length === 0 ? {} : await orders.find(session.id);
  const isNew = (name: string): boolean => !name.startsWith('dispute:') || isNews(known, name);
  const facts = { ...only(said, isNew), ...told };
  const recorded = await orders.record(session.id, {
    ...orderWriteOf(session, facts, eventId, timeZone),
    ...(withReceipt && session.isOfThisSite && { receipt: { paidAt: session.paidAt, now: now() } }),
  });
  const order = orderFrom(session.id, recorded.facts);
  if (!order) throw new Error('an order without a sale');
  if (recorded.added.includes('payment:paid')) onFulfilled(order, source);
  for (const dispute of disputesToTell(recorded.facts, recorded.added)) onDisputed(order, dispute);
  const before = only(recorded.facts, (name) => !recorded.added.includes(name));
  return { order, added: recorded.added.filter((name) => isNews(before, name)) };
};

/**
 * Asks Stripe for a session and stores what it says: the webhook, the buyer's return and the
 * reconciler all end here or in `upsertOrder`. Answers null while nothing was bought. Throws when
 * Stripe or the orders cannot be reached.
 */
export const fulfil = async (
  ports: FulfilPorts,
  sessionId: string,
  finding: Finding,
): Promise<Fulfilled | null> => {
  const at = ports.now();
  const session = await ports.checkout.find(sessionId);
  return typeof session === 'string' ? null : upsertOrder(ports, session, { ...finding, at });
};

/** The same ports where what cannot be recorded now counts all the same: a later call records it. */
export const evenIfDown = <Ports extends Omit<FulfilPorts, 'checkout'>>(ports: Ports): Ports => {
  const orElse = async <T>(asked: Promise<T>, otherwise: T): Promise<T> =>
    asked.catch((error: unknown) => {
      ports.onOrdersDown(error);
      return otherwise;
    });
  const find: OrderStore['find'] = (id) => orElse(ports.orders.find(id), {});
  const record: OrderStore['record'] = (id, write) =>
    orElse(ports.orders.record(id, write), { facts: write.facts, added: [] });
  return { ...ports, orders: { ...ports.orders, find, record } };
};

/**
 * The order as the buyer may rely on it: what is recorded, else what Stripe says. A buyer who has
 * paid is served even while the orders cannot be reached; the next webhook, return, download or run of
 * the reconciler records the order then. Throws when Stripe cannot be reached either.
 */
export const currentOrder = async (
  ports: FulfilPorts,
  sessionId: string,
): Promise<Order | null> => {
  const served = evenIfDown(ports);
  const order = orderFrom(sessionId, await served.orders.find(sessionId));
  // Pending and failed may have changed since: only Stripe knows.
  if (order && order.status !== 'pending' && order.status !== 'failed') return order;
  return (await fulfil(served, sessionId, { source: 'return' }))?.order ?? null;
};
