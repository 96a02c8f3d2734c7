import type { OrderAccessRequest } from '#contract/admin-orders.ts';
import { ORDER_NUMBER } from '#contract/order-number.ts';
import { now } from '../clock.ts';
import { MOST_ORDERS } from '../mail/announcement-email.ts';
import { buyerKey } from '../mail/buyer-key.ts';
import { waitingReceipts } from '../mail/receipt.ts';
import { Problem } from '../http/problem.ts';
import { overrideFact } from '../orders/override.ts';
import { type Query, numberOf, plainNumber, readQuery } from '../orders/order-names.ts';
import type { Facts } from '../orders/facts.ts';
import { type Order, orderFrom } from '../orders/orders.ts';
import { findManyFacts, noteFacts } from '../orders/redis-orders.ts';
import { findNamed, listSessions, sessionsOfBuyer } from '../orders/redis-pages.ts';
import { findByPayment } from '../orders/stripe-sessions.ts';

const PAGE_SIZE = 25;

/** An order with its facts. */
export type StoredOrder = { readonly order: Order; readonly facts: Facts };

/** `waits`: whether its receipt is still to be sent. */
export type FoundOrder = StoredOrder & { readonly waits: boolean };

const storedFrom = (sessionId: string, facts: Facts): StoredOrder | null => {
  const order = orderFrom(sessionId, facts);
  return order && { order, facts };
};

/** The orders of sessions. Leaves out a session that only the index has. */
export const storedOrders = async (sessions: readonly string[]): Promise<StoredOrder[]> => {
  const facts = await findManyFacts(sessions);
  return sessions.flatMap((session, index) => storedFrom(session, facts[index] ?? {}) ?? []);
};

type OrderList = {
  readonly orders: readonly StoredOrder[];
  /** The number of the last order on the page; null on the last page. */
  readonly next: string | null;
  readonly total: number;
};

/** A page of orders, newest first, that came before the order of a number; null if no order has it. */
export const listOrders = async (before?: string): Promise<OrderList | null> => {
  const [after] = before === undefined ? [null] : await findNamed(plainNumber(before));
  if (after === undefined) return null;
  const page = await listSessions({ newestFirst: true, after, size: PAGE_SIZE + 1 });
  if (!page) return null;
  const shown = page.sessions.slice(0, PAGE_SIZE);
  const last = page.sessions.length > PAGE_SIZE ? shown.at(-1) : undefined;
  return {
    orders: await storedOrders(shown),
    next: last === undefined ? null : numberOf(last),
    total: page.total,
  };
};

/** The sessions that a query names. Throws `Unavailable` for Redis, and for a payment id also for Stripe. */
export const sessionsFor = async (asked: Query): Promise<readonly string[]> => {
  if ('session' in asked) return [asked.session];
  if ('email' in asked) return sessionsOfBuyer(buyerKey(asked.email), MOST_ORDERS);
  if ('name' in asked) return findNamed(asked.name);
  const session = await findByPayment(asked.payment);
  return session === null ? [] : [session];
};

/**
 * Finds an order by its number or the end of it, its reference, its buyer's address, its session or its payment id.
 * Of several it returns the newest, with the sessions of the `others`. Throws as `sessionsFor` does.
 */
export const findOrder = async (
  query: string,
): Promise<(FoundOrder & { readonly others: readonly string[] }) | null> => {
  const asked = readQuery(query);
  const sessions = asked === null ? [] : await sessionsFor(asked);
  const [found, waiting] = await Promise.all([storedOrders(sessions), waitingReceipts(sessions)]);
  const [newest, ...others] = found.sort((a, b) => b.order.createdAt - a.order.createdAt);
  if (!newest) return null;
  return {
    ...newest,
    waits: waiting.has(newest.order.sessionId),
    others: others.map(({ order }) => order.sessionId),
  };
};

/** The order that an address names. It does so by the number, since a session id is its buyer's key. Throws 404. */
export const orderOfPath = async (number = ''): Promise<FoundOrder> => {
  const order = ORDER_NUMBER.test(number) ? await findOrder(number) : null;
  if (!order) throw new Problem('order_not_found', 'There’s no order with this number.');
  return order;
};

const SETTLED: Readonly<Record<OrderAccessRequest['access'], Order['status']>> = {
  blocked: 'blocked',
  open: 'paid',
};

/** Blocks an order's downloads or opens them again. Writes nothing where they already are. */
export const setAccess = async (
  found: FoundOrder,
  access: OrderAccessRequest['access'],
): Promise<FoundOrder> => {
  const { order, facts } = found;
  if (order.status === SETTLED[access]) return found;
  const all = await noteFacts(order.sessionId, overrideFact(facts, access, now()));
  return { ...found, ...storedFrom(order.sessionId, all) };
};
