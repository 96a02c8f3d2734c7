import { catalogue } from '../catalogue.ts';
import { dayOf } from '../orders/days.ts';
import { listSessions } from '../orders/redis-pages.ts';
import { type StoredOrder, storedOrders } from './order-queries.ts';

/** Orders in memory at a time, for two requests: 400 for 100,000 orders. Upstash also bills a command per order. */
const CHUNK_SIZE = 500;

const DAY_IN_SECONDS = 24 * 3600;

/** `day`: when its checkout began, in the shop's time zone. */
export type DatedOrder = StoredOrder & { readonly day: string };

/**
 * The orders of some months or years, such as "2026-11" or "2026", the last included. Oldest first, in chunks. Sales
 * during the reading may be among them; none comes twice. Throws `Unavailable` if Redis fails.
 */
export async function* ordersBetween(
  from: string,
  to: string,
): AsyncGenerator<readonly DatedOrder[]> {
  // No time zone is a whole day ahead of UTC.
  const since = Date.parse(from) / 1000 - DAY_IN_SECONDS;
  const isLater = (day: string): boolean => day.slice(0, to.length) > to;
  for (let after: string | null = null; ;) {
    const page = await listSessions({ newestFirst: false, after, since, size: CHUNK_SIZE });
    if (!page) throw new Error('an order is gone');
    const found = (await storedOrders(page.sessions)).map((stored) =>
      Object.assign(stored, { day: dayOf(stored.order.createdAt, catalogue.time_zone) }),
    );
    const within = found.filter(({ day }) => from <= day && !isLater(day));
    if (within.length > 0) yield within;
    if (page.sessions.length < CHUNK_SIZE || found.some(({ day }) => isLater(day))) return;
    after = page.sessions.at(-1) ?? null;
  }
}
