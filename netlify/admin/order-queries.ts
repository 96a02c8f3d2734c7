import * as z from 'zod/mini';
import type { OrderAccessRequest } from '#contract/admin-orders.ts';
import { MOST_ORDERS } from '../mail/announcement-email.ts';
import { seal, unseal } from '../seal.ts';
import { overrideFact } from '../orders/override.ts';
import { namesOf, readQuery } from '../orders/order-names.ts';
import type { Facts } from '../orders/facts.ts';
import { type Order, orderFrom } from '../orders/orders.ts';

const PAGE_SIZE = 25;

/** An order with all that is known of it. */
export type StoredOrder = { readonly order: Order; readonly facts: Facts };

/** The same, and whether its receipt is still to be sent. */
export type FoundOrder = StoredOrder & { readonly waits: boolean };

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

export type AdminPorts = {
  readonly orders: OrderPages & {
    /** The sessions that may have this name. */
    readonly findNamed: (name: string) => Promise<readonly string[]>;
    /** The sessions of a buyer, the newest first. */
    readonly ofBuyer: (buyer: string, most: number) => Promise<readonly string[]>;
    /** Adds facts that move no sum. Answers every fact recorded by then. */
    readonly note: (sessionId: string, facts: Facts) => Promise<Facts>;
  };
  readonly receipts: {
    /** Those of the sessions whose receipt is still to be sent. */
    readonly waiting: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
    /** The sessions whose last receipt was lost, the latest first. */
    readonly lost: () => Promise<readonly string[]>;
  };
  readonly checkout: {
    /** The session that a payment was made through; null for one that had none, or never was. */
    readonly findByPayment: (paymentId: string) => Promise<string | null>;
  };
  /** What stands for an address. It is all that is made of one: none is kept, and none logged. */
  readonly buyerKey: (email: string) => string;
  /** Unix time in seconds. */
  readonly now: () => number;
};

const storedFrom = (sessionId: string, facts: Facts): StoredOrder | null => {
  const order = orderFrom(sessionId, facts);
  return order && { order, facts };
};

/** The orders of sessions; one that is in the index alone is left out. */
export const storedOrders = async (
  { findMany }: Pick<OrderPages, 'findMany'>,
  sessions: readonly string[],
): Promise<StoredOrder[]> => {
  const facts = await findMany(sessions);
  return sessions.flatMap((session, index) => storedFrom(session, facts[index] ?? {}) ?? []);
};

type OrderList = {
  readonly orders: readonly StoredOrder[];
  /** The last session of the page; null where it is the last page. */
  readonly last: string | null;
  readonly total: number;
  /** The sessions whose last receipt was lost, whichever page they are on. */
  readonly lost: readonly string[];
};

/** A page of orders, newest first. null for a place that is none. */
export const listOrders = async (
  { orders, receipts }: Pick<AdminPorts, 'orders' | 'receipts'>,
  after: string | null,
): Promise<OrderList | null> => {
  const [page, lost] = await Promise.all([
    orders.list({ newestFirst: true, after, size: PAGE_SIZE + 1 }),
    receipts.lost(),
  ]);
  if (!page) return null;
  const shown = page.sessions.slice(0, PAGE_SIZE);
  const hasMore = page.sessions.length > PAGE_SIZE;
  return {
    orders: await storedOrders(orders, shown),
    last: hasMore ? (shown.at(-1) ?? null) : null,
    total: page.total,
    lost,
  };
};

const sessionsNamed = async ({ orders }: AdminPorts, name: string): Promise<string[]> => {
  const candidates = await orders.findNamed(name);
  return candidates.filter((session) => namesOf(session).includes(name));
};

const sessionsFor = async (ports: AdminPorts, query: string): Promise<readonly string[]> => {
  const asked = readQuery(query);
  if (asked === null) return [];
  if ('session' in asked) return [asked.session];
  if ('email' in asked) return ports.orders.ofBuyer(ports.buyerKey(asked.email), MOST_ORDERS);
  if ('name' in asked) return sessionsNamed(ports, asked.name);
  const session = await ports.checkout.findByPayment(asked.payment);
  return session === null ? [] : [session];
};

/**
 * The order that an order number or its end, a reference, a buyer's address, a session or a payment id stands for.
 * Of several it is the newest, and `others` has the sessions of the rest. null for none. Throws where the
 * orders, or for a payment Stripe, cannot be reached.
 */
export const findOrder = async (
  ports: AdminPorts,
  query: string,
): Promise<(FoundOrder & { readonly others: readonly string[] }) | null> => {
  const sessions = await sessionsFor(ports, query);
  const [found, waiting] = await Promise.all([
    storedOrders(ports.orders, sessions),
    ports.receipts.waiting(sessions),
  ]);
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

/** Blocks an order's downloads or opens them again. Where that is so already, nothing is written. */
export const setAccess = async (
  { orders, now }: AdminPorts,
  found: FoundOrder,
  access: OrderAccessRequest['access'],
): Promise<FoundOrder> => {
  const { order, facts } = found;
  if (order.status === SETTLED[access]) return found;
  const all = await orders.note(order.sessionId, overrideFact(facts, access, now()));
  return { ...found, ...storedFrom(order.sessionId, all) };
};

const CURSOR = 'orders-cursor';

/** The last order of a page. It is sealed since it stands in an address, and a session is its buyer's key. */
export const sealCursor = (sessionId: string, secret: string): Promise<string> =>
  seal(CURSOR, sessionId, secret);

/** null for what this shop did not seal. */
export const openCursor = (sealed: string, secret: string): Promise<string | null> =>
  unseal(CURSOR, z.string(), sealed, secret);
