import { dayOf } from '../shop/words.ts';
import { sessionsBetween } from './lists.ts';
import { type Order, refundedIn, timeOfSale } from './order.ts';
import { readOrders } from './store.ts';

/** Orders in memory at a time. */
const CHUNK_SIZE = 500;

const DAY_IN_SECONDS = 24 * 3600;

/** The day of an order in the shop's time zone of this moment, "2026-11-21". */
export const dayOfOrder = (order: Order): string => dayOf(timeOfSale(order));

const startOf = (period: string): number => Date.parse(period) / 1000;

/** The month or year after one: "2027-01" after "2026-12". */
const after = (period: string): string => {
  const [year = 0, month] = period.split('-').map(Number);
  if (month === undefined) return String(year + 1);
  return new Date(Date.UTC(year, month)).toISOString().slice(0, 7);
};

/**
 * The orders of some months or years, such as "2026-11" or "2026", the last included, oldest first, in chunks. Throws
 * `Unavailable` if Redis fails.
 */
export async function* ordersBetween(from: string, to: string): AsyncGenerator<readonly Order[]> {
  // No time zone is a whole day away from UTC.
  const [since, until] = [startOf(from) - DAY_IN_SECONDS, startOf(after(to)) + DAY_IN_SECONDS];
  const sessions = await sessionsBetween(since, until);
  for (let start = 0; start < sessions.length; start += CHUNK_SIZE) {
    const orders = await readOrders(sessions.slice(start, start + CHUNK_SIZE));
    const within = orders.filter((order) => {
      const day = dayOfOrder(order);
      return day.slice(0, from.length) >= from && day.slice(0, to.length) <= to;
    });
    if (within.length > 0) yield within;
  }
}

const total = (orders: readonly Order[], of: (order: Order) => number): number =>
  orders.reduce((sum, order) => sum + of(order), 0);

const sumOf = (currency: string, orders: readonly Order[]) => {
  const gross = total(orders, ({ amountInCents }) => amountInCents);
  const refunded = total(orders, refundedIn);
  const tax = total(orders, ({ taxInCents }) => taxInCents);
  return { currency, orders: orders.length, gross, refunded, tax, net: gross - refunded - tax };
};

/** The sums of orders of one currency, in minor units. `net` is the gross less refunds and tax. */
export type Sum = Readonly<ReturnType<typeof sumOf>>;

/** A sum for each currency. */
export const sums = (orders: readonly Order[]): Sum[] =>
  [...Map.groupBy(orders, ({ currency }) => currency)].map(([currency, some]) =>
    sumOf(currency, some),
  );

/** A sum for each product in each currency. */
export const sumsByProduct = (orders: readonly Order[]) =>
  [...Map.groupBy(orders, ({ productType }) => productType)].flatMap(([productType, some]) =>
    sums(some).map((sum) => ({ productType, sum })),
  );
