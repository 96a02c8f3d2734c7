import { type StoredOrder, type OrderPages, storedOrders } from './order-queries.ts';

/**
 * As many as are held at once, by two requests: 100,000 orders take 400. Where commands are what is paid for,
 * as at Upstash, they are one for each order besides.
 */
const CHUNK_SIZE = 500;

/** Unix time in seconds, both included. */
export type Span = { readonly since: number; readonly until: number };

/**
 * The orders whose checkouts began within a span, oldest first, some at a time. What is sold meanwhile may
 * be among them; none comes twice. Throws where the orders cannot be reached.
 */
export async function* exportOrders(
  orders: OrderPages,
  { since, until }: Span,
): AsyncGenerator<StoredOrder[]> {
  for (let after: string | null = null; ;) {
    const page = await orders.list({ newestFirst: false, after, since, size: CHUNK_SIZE });
    if (!page) throw new Error('an order is gone');
    const found = await storedOrders(orders, page.sessions);
    const within = found.filter(({ order }) => order.createdAt <= until);
    if (within.length > 0) yield within;
    if (page.sessions.length < CHUNK_SIZE || within.length < found.length) return;
    after = page.sessions.at(-1) ?? null;
  }
}
