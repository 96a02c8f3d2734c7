import { catalogue } from '../catalogue.ts';
import { dayOf } from '../orders/days.ts';
import { listSessions } from '../orders/redis-pages.ts';
import { type StoredOrder, storedOrders } from './order-queries.ts';

/** Orders held at once. A chunk takes two requests to Redis, and one command for each order. */
const CHUNK_SIZE = 500;

const DAY_IN_SECONDS = 24 * 3600;

/** The first and the last day, both included. */
type Days = { readonly from?: string | undefined; readonly to?: string | undefined };

/** With the day on which its checkout began, as the sums count it. */
export type DatedOrder = StoredOrder & { readonly day: string };

/**
 * The orders of some days by the owner's clock, oldest first, in chunks. None comes twice; those sold meanwhile may be
 * among them. Throws where Redis cannot be reached.
 */
export async function* exportOrders({
  from = '1970-01-01',
  to = '9999-12-31',
}: Days): AsyncGenerator<DatedOrder[]> {
  // No time zone is a whole day from UTC.
  const since = Date.parse(from) / 1000 - DAY_IN_SECONDS;
  for (let after: string | null = null; ;) {
    const page = await listSessions({ newestFirst: false, after, since, size: CHUNK_SIZE });
    if (!page) throw new Error('an order is gone');
    const found = (await storedOrders(page.sessions)).map((stored) =>
      Object.assign(stored, { day: dayOf(stored.order.createdAt, catalogue.time_zone) }),
    );
    const within = found.filter(({ day }) => from <= day && day <= to);
    if (within.length > 0) yield within;
    if (page.sessions.length < CHUNK_SIZE || found.some(({ day }) => day > to)) return;
    after = page.sessions.at(-1) ?? null;
  }
}
