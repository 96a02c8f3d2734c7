import type { ReportResponse, ReportSum } from '#contract/admin-orders.ts';
import { DAY_IN_SECONDS } from '../platform/clock.ts';
import { callRedis } from '../platform/redis.ts';
import { productName } from '../shop/catalog.ts';
import { dayOf } from '../shop/dates.ts';
import { orderKeys } from './keys.ts';
import { type Order, timeOfSale } from './order.ts';
import { refundedAmount } from './status.ts';
import { readOrders } from './store.ts';

const CHUNK_SIZE = 500;

/** In the shop's current time zone, for example "2026-11-21". */
export const dayOfOrder = (order: Order): string => dayOf(timeOfSale(order));

const startOf = (period: string): number => Date.parse(period) / 1000;

const maxSecondsOf = (period: string): number => {
  const isYear = period.length === 'YYYY'.length;
  return (isYear ? 366 : 31) * DAY_IN_SECONDS;
};

/**
 * Reads the orders of months ("2026-11") or years ("2026"), oldest first. Throws `Unavailable`.
 *
 *     await readPeriod('2026-10', '2026-11'); // the orders of October and November
 */
export const readPeriod = async (from: string, to: string): Promise<Order[]> => {
  // A time zone is less than a day from UTC.
  const since = startOf(from) - DAY_IN_SECONDS;
  const until = startOf(to) + maxSecondsOf(to) + DAY_IN_SECONDS;
  const sessions = await callRedis<string[]>((pipeline) =>
    pipeline.zrange(orderKeys.orders(), since, until, { byScore: true }),
  );
  const orders: Order[] = [];
  for (let start = 0; start < sessions.length; start += CHUNK_SIZE) {
    const chunk = sessions.slice(start, start + CHUNK_SIZE);
    orders.push(...(await readOrders(chunk)));
  }
  return orders.filter((order) => {
    const day = dayOfOrder(order);
    return day.slice(0, from.length) >= from && day.slice(0, to.length) <= to;
  });
};

const sumOf = (orders: readonly Order[], amountOf: (order: Order) => number): number =>
  orders.reduce((sum, order) => sum + amountOf(order), 0);

export const sumsByCurrency = (orders: readonly Order[]): ReportSum[] => {
  const ordersByCurrency = Map.groupBy(orders, ({ currency }) => currency.toUpperCase());
  return [...ordersByCurrency].map(([currency, ordersInCurrency]) => {
    const gross = sumOf(ordersInCurrency, ({ amountInCents }) => amountInCents);
    const refunded = sumOf(ordersInCurrency, refundedAmount);
    const tax = sumOf(ordersInCurrency, ({ taxInCents }) => taxInCents);
    const net = gross - refunded - tax;
    return { currency, orders: ordersInCurrency.length, gross, refunded, tax, net };
  });
};

export const sumsByProduct = (orders: readonly Order[]): ReportResponse['products'] => {
  const products: ReportResponse['products'] = [];
  const ordersByProduct = Map.groupBy(orders, ({ productType }) => productType);
  for (const [productType, ordersOfProduct] of ordersByProduct) {
    for (const sum of sumsByCurrency(ordersOfProduct)) {
      products.push({ ...sum, name: productName(productType), product_type: productType });
    }
  }
  return products;
};
