import * as z from 'zod/mini';
import type { OrderAccessRequest } from '#contract/admin-orders.ts';
import { now } from '../clock.ts';
import { getEnv } from '../env.ts';
import { MOST_ORDERS } from '../mail/announcement-email.ts';
import { buyerKey } from '../mail/buyer-key.ts';
import { lostReceipts, waitingReceipts } from '../mail/receipt.ts';
import { Problem } from '../http/problem.ts';
import { seal, unseal } from '../seal.ts';
import { overrideFact } from '../orders/override.ts';
import { type Query, namesOf, readQuery } from '../orders/order-names.ts';
import type { Facts } from '../orders/facts.ts';
import { type Order, orderFrom } from '../orders/orders.ts';
import { findManyFacts, noteFacts } from '../orders/redis-orders.ts';
import { findNamed, listSessions, sessionsOfBuyer } from '../orders/redis-pages.ts';
import { findByPayment } from '../orders/stripe-sessions.ts';

const PAGE_SIZE = 25;

/** An order with its facts. */
export type StoredOrder = { readonly order: Order; readonly facts: Facts };

/** An order, its facts, and whether its receipt is still queued. */
export type FoundOrder = StoredOrder & { readonly waits: boolean };

const storedFrom = (sessionId: string, facts: Facts): StoredOrder | null => {
  const order = orderFrom(sessionId, facts);
  return order && { order, facts };
};

/** The orders of sessions. A session that is only in the index is left out. */
export const storedOrders = async (sessions: readonly string[]): Promise<StoredOrder[]> => {
  const facts = await findManyFacts(sessions);
  return sessions.flatMap((session, index) => storedFrom(session, facts[index] ?? {}) ?? []);
};

type OrderList = {
  readonly orders: readonly StoredOrder[];
  /** The last session of the page; null for the last page. */
  readonly last: string | null;
  readonly total: number;
  /** The sessions whose last receipt was lost, on all pages. */
  readonly lost: readonly string[];
};

/** A page of orders, newest first. null where no order has the session to begin after. */
export const listOrders = async (after: string | null): Promise<OrderList | null> => {
  const [page, lost] = await Promise.all([
    listSessions({ newestFirst: true, after, size: PAGE_SIZE + 1 }),
    lostReceipts(),
  ]);
  if (!page) return null;
  const shown = page.sessions.slice(0, PAGE_SIZE);
  const hasMore = page.sessions.length > PAGE_SIZE;
  return {
    orders: await storedOrders(shown),
    last: hasMore ? (shown.at(-1) ?? null) : null,
    total: page.total,
    lost,
  };
};

const sessionsNamed = async (name: string): Promise<string[]> => {
  const candidates = await findNamed(name);
  return candidates.filter((session) => namesOf(session).includes(name));
};

/** The sessions that a query names. Throws where Redis, or for a payment Stripe, cannot be reached. */
export const sessionsFor = async (asked: Query): Promise<readonly string[]> => {
  if ('session' in asked) return [asked.session];
  if ('email' in asked) return sessionsOfBuyer(buyerKey(asked.email), MOST_ORDERS);
  if ('name' in asked) return sessionsNamed(asked.name);
  const session = await findByPayment(asked.payment);
  return session === null ? [] : [session];
};

/**
 * The order of an order number or its end, a reference, a buyer's address, a session or a payment id. Of several it is
 * the newest, and `others` has the sessions of the rest. null for none. Throws as `sessionsFor` does.
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

const SETTLED: Readonly<Record<OrderAccessRequest['access'], Order['status']>> = {
  blocked: 'blocked',
  open: 'paid',
};

/** Blocks an order's downloads or opens them. Writes nothing where that is so already. */
export const setAccess = async (
  found: FoundOrder,
  access: OrderAccessRequest['access'],
): Promise<FoundOrder> => {
  const { order, facts } = found;
  if (order.status === SETTLED[access]) return found;
  const all = await noteFacts(order.sessionId, overrideFact(facts, access, now()));
  return { ...found, ...storedFrom(order.sessionId, all) };
};

const CURSOR = 'orders-cursor';

/** The last order of a page. It is sealed, since it is part of an address and a session id is its buyer's key. */
export const sealCursor = (sessionId: string): Promise<string> =>
  seal(CURSOR, sessionId, getEnv().SIGNING_SECRET);

/** null where this shop has not sealed it. */
export const openCursor = (sealed: string): Promise<string | null> =>
  unseal(CURSOR, z.string(), sealed, getEnv().SIGNING_SECRET);

const NUMBER = /^[\dA-F]{4}-[\dA-F]{4}-[\dA-F]{4}$/;

/** The order that an address names. It does so by the number, since a session id is its buyer's key. Throws 404. */
export const orderOfPath = async (number = ''): Promise<FoundOrder> => {
  const order = NUMBER.test(number) ? await findOrder(number) : null;
  if (!order) throw new Problem('order_not_found', 'There is no order of this number.');
  return order;
};
