import type { OrderAccessRequest } from '#contract/sales.ts';
import { deedFact } from './access.ts';
import { namesOf, readQuery } from './order-names.ts';
import { type Facts, type Order, orderFrom } from './orders.ts';

const PAGE_SIZE = 25;

/** An order with all that is known of it. */
export type Kept = { readonly order: Order; readonly facts: Facts };

export type OrderPages = {
  /**
   * Sessions by when their checkout began, from after a session where one is given. null where that one
   * has no order. New orders shift nothing: a page begins behind an order, not at a number.
   */
  readonly list: (page: {
    readonly newestFirst: boolean;
    readonly after: string | null;
    readonly size: number;
    /** Unix time in seconds; where nothing is given to begin after. */
    readonly since?: number;
  }) => Promise<{ readonly sessions: readonly string[]; readonly total: number } | null>;
  /** The facts of each session, in the order of the ids. */
  readonly findMany: (sessionIds: readonly string[]) => Promise<readonly Facts[]>;
};

export type DeskPorts = {
  readonly orders: OrderPages & {
    /** The sessions that may have this name. */
    readonly findNamed: (name: string) => Promise<readonly string[]>;
    /** Adds facts that move no sum. Answers every fact recorded by then. */
    readonly note: (sessionId: string, facts: Facts) => Promise<Facts>;
  };
  readonly checkout: {
    /** The session that a payment was made through; null for one that had none, or never was. */
    readonly findByPayment: (paymentId: string) => Promise<string | null>;
  };
  /** Unix time in seconds. */
  readonly now: () => number;
};

const keptFrom = (sessionId: string, facts: Facts): Kept | null => {
  const order = orderFrom(sessionId, facts);
  return order && { order, facts };
};

/** The orders of sessions; one that is in the index alone is left out. */
export const keptOf = async (
  { findMany }: Pick<OrderPages, 'findMany'>,
  sessions: readonly string[],
): Promise<Kept[]> => {
  const facts = await findMany(sessions);
  return sessions.flatMap((session, index) => keptFrom(session, facts[index] ?? {}) ?? []);
};

type OrderList = {
  readonly orders: readonly Kept[];
  /** The last session of the page; null where it is the last page. */
  readonly last: string | null;
  readonly total: number;
};

/** A page of orders, newest first. null for a place that is none. */
export const listOrders = async (
  { orders }: Pick<DeskPorts, 'orders'>,
  after: string | null,
): Promise<OrderList | null> => {
  const page = await orders.list({ newestFirst: true, after, size: PAGE_SIZE + 1 });
  if (!page) return null;
  const shown = page.sessions.slice(0, PAGE_SIZE);
  const hasMore = page.sessions.length > PAGE_SIZE;
  return {
    orders: await keptOf(orders, shown),
    last: hasMore ? (shown.at(-1) ?? null) : null,
    total: page.total,
  };
};

const sessionsNamed = async ({ orders }: DeskPorts, name: string): Promise<string[]> => {
  const candidates = await orders.findNamed(name);
  const names = await Promise.all(candidates.map(namesOf));
  return candidates.filter((_, index) => names[index]?.includes(name));
};

const sessionsFor = async (ports: DeskPorts, query: string): Promise<string[]> => {
  const asked = readQuery(query);
  if (asked === null) return [];
  if ('session' in asked) return [asked.session];
  if ('name' in asked) return sessionsNamed(ports, asked.name);
  const session = await ports.checkout.findByPayment(asked.payment);
  return session === null ? [] : [session];
};

/**
 * The order that an order number, a reference, a session or a payment id stands for. Of two that share
 * one it is the newer, and `others` has the sessions of the rest. null for none. Throws where the orders, or
 * for a payment Stripe, cannot be reached.
 */
export const findOrder = async (
  ports: DeskPorts,
  query: string,
): Promise<(Kept & { readonly others: readonly string[] }) | null> => {
  const found = await keptOf(ports.orders, await sessionsFor(ports, query));
  const [newest, ...others] = found.sort((a, b) => b.order.createdAt - a.order.createdAt);
  return newest ? { ...newest, others: others.map(({ order }) => order.sessionId) } : null;
};

const SETTLED: Readonly<Record<OrderAccessRequest['access'], Order['status']>> = {
  blocked: 'blocked',
  open: 'paid',
};

/** Blocks an order's downloads or opens them again. Where that is so already, nothing is written. */
export const setAccess = async (
  { orders, now }: DeskPorts,
  { order, facts }: Kept,
  access: OrderAccessRequest['access'],
): Promise<Kept> => {
  if (order.status === SETTLED[access]) return { order, facts };
  const all = await orders.note(order.sessionId, deedFact(facts, access, now()));
  return keptFrom(order.sessionId, all) ?? { order, facts };
};
