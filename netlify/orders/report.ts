import type { ReportResponse, ReportSum } from '#contract/admin-orders.ts';
import { DAY_IN_SECONDS } from '../platform/clock.ts';
import { callRedis } from '../platform/redis.ts';
import { productName } from '../shop/catalog.ts';
import { dayOf } from '../shop/dates.ts';
import { type Order, timeOfSale } from './order.ts';
import { refundedAmount } from './status.ts';
import { readOrders } from './store.ts';
import { orderKeys } from './keys.ts';

/** Orders in one request to Redis. */
const CHUNK_SIZE = 500;

/** The day of an order in the shop's time zone of this moment, "2026-11-21". */
export const dayOfOrder = (order: Order): string => dayOf(timeOfSale(order));

const startOf = (period: string): number => Date.parse(period) / 1000;

/**
 * The orders of some months or years, such as "2026-11" or "2026", the last included, oldest first. Throws `Unavailable`
 * if Redis fails.
 */
export const readPeriod = async (from: string, to: string): Promise<Order[]> => {
  const mostDays = to.length === '2026'.length ? 366 : 31;
  // No time zone is a whole day away from UTC.
  const since = startOf(from) - DAY_IN_SECONDS;
  const until = startOf(to) + (mostDays + 1) * DAY_IN_SECONDS;
  const sessions = await callRedis<string[]>((pipeline) =>
    pipeline.zrange(orderKeys.orders(), since, until, { byScore: true }),
  );
  const orders: Order[] = [];
  for (let start = 0; start < sessions.length; start += CHUNK_SIZE) {
    orders.push(...(await readOrders(sessions.slice(start, start + CHUNK_SIZE))));
  }
  return orders.filter((order) => {
    const day = dayOfOrder(order);
    return day.slice(0, from.length) >= from && day.slice(0, to.length) <= to;
  });
};

const total = (orders: readonly Order[], of: (order: Order) => number): number =>
  orders.reduce((sum, order) => sum + of(order), 0);

/** A sum for each currency. */
export const sums = (orders: readonly Order[]): ReportSum[] =>
  [...Map.groupBy(orders, ({ currency }) => currency.toUpperCase())].map(([currency, some]) => {
    const gross = total(some, ({ amountInCents }) => amountInCents);
    const refunded = total(some, refundedAmount);
    const tax = total(some, ({ taxInCents }) => taxInCents);
    return { currency, orders: some.length, gross, refunded, tax, net: gross - refunded - tax };
  });

/** A sum for each product in each currency. */
export const sumsByProduct = (orders: readonly Order[]): ReportResponse['products'] =>
  [...Map.groupBy(orders, ({ productType }) => productType)].flatMap(([productType, some]) =>
    sums(some).map((sum) =>
      Object.assign(sum, { name: productName(productType), product_type: productType }),
    ),
  );
