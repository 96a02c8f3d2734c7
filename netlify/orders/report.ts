import type { ReportResponse, ReportSum } from '#contract/admin-orders.ts';
import { DAY_IN_SECONDS } from '../platform/clock.ts';
import { callRedis } from '../platform/redis.ts';
import { productName } from '../shop/catalog.ts';
import { dayOf } from '../shop/dates.ts';
import { amountsOf, sumAmounts } from './amounts.ts';
import { orderKeys } from './keys.ts';
import { type Order, timeOfSale } from './order.ts';
import { readOrders } from './store.ts';

const PAGE_SIZE = 500;

/** In the shop's current time zone, for example "2026-11-21". */
export const dayOfOrder = (order: Order): string => dayOf(timeOfSale(order));

const startOf = (period: string): number => Date.parse(period) / 1000;

const maxSecondsOf = (period: string): number => {
  const isYear = period.length === 'YYYY'.length;
  return (isYear ? 366 : 31) * DAY_IN_SECONDS;
};

const parseScores = (reply: readonly string[]): { session: string; time: number }[] => {
  const scored: { session: string; time: number }[] = [];
  for (let i = 0; i < reply.length; i += 2) {
    scored.push({ session: reply[i] ?? '', time: Number(reply[i + 1]) });
  }
  return scored;
};

/**
 * Yields pages, oldest first. Each page starts at the time of the last session on the previous
 * page. An offset into the whole set would skip an order whenever another order moves, for example
 * because a bank debit succeeds.
 */
async function* listSessionsBetween(since: number, until: number): AsyncGenerator<string[]> {
  let from = since;
  /** How many sessions with the time `from` were already listed. */
  let offset = 0;
  let isLastPage = false;
  while (!isLastPage) {
    const position = { byScore: true, withScores: true, offset, count: PAGE_SIZE } as const;
    const start = from;
    const reply = await callRedis<string[]>((pipeline) =>
      pipeline.zrange(orderKeys.orders(), start, until, position),
    );
    const page = parseScores(reply);
    yield page.map(({ session }) => session);

    const lastTime = page.at(-1)?.time ?? from;
    const listedAtLastTime = page.filter(({ time }) => time === lastTime).length;
    offset = lastTime === from ? offset + listedAtLastTime : listedAtLastTime;
    from = lastTime;
    isLastPage = page.length < PAGE_SIZE;
  }
}

/**
 * Reads the orders from a range of months ("2026-11") or years ("2026"), oldest first. Throws
 * `Unavailable`.
 *
 *     await readPeriod('2026-10', '2026-11'); // the orders from October and November
 */
export const readPeriod = async (from: string, to: string): Promise<Order[]> => {
  // Every time zone's offset from UTC is less than a day.
  const since = startOf(from) - DAY_IN_SECONDS;
  const until = startOf(to) + maxSecondsOf(to) + DAY_IN_SECONDS;
  const ordersById = new Map<string, Order>();
  for await (const sessions of listSessionsBetween(since, until)) {
    for (const order of await readOrders(sessions)) ordersById.set(order.sessionId, order);
  }
  return [...ordersById.values()].filter((order) => {
    const day = dayOfOrder(order);
    return day.slice(0, from.length) >= from && day.slice(0, to.length) <= to;
  });
};

export const sumsByCurrency = (orders: readonly Order[]): ReportSum[] => {
  const ordersByCurrency = Map.groupBy(orders, ({ currency }) => currency.toUpperCase());
  const sums: ReportSum[] = [];
  for (const [currency, ordersInCurrency] of ordersByCurrency) {
    const amounts = sumAmounts(ordersInCurrency.map(amountsOf));
    sums.push({ currency, orders: ordersInCurrency.length, ...amounts });
  }
  return sums;
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

/** Omits orders without a code. Codes with the most orders come first. */
export const sumsByCode = (orders: readonly Order[]): ReportResponse['codes'] => {
  const codes: ReportResponse['codes'] = [];
  const ordersByCode = Map.groupBy(orders, ({ promotionCode }) => promotionCode);
  for (const [code, ordersWithCode] of ordersByCode) {
    if (code === null) continue;
    for (const sum of sumsByCurrency(ordersWithCode)) codes.push({ ...sum, code });
  }
  return codes.sort((a, b) => b.orders - a.orders);
};
