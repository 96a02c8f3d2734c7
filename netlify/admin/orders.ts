import {
  MAX_SEARCH_RESULTS,
  type OrderAccess,
  type OrderDetail,
  type OrderPage,
} from '#contract/admin-orders.ts';
import { ORDER_NUMBER } from '#contract/order-number.ts';
import { Problem } from '../http/problem.ts';
import { buyerHash } from '../shop/buyer-hash.ts';
import { setAccess } from '../orders/notes.ts';
import type { Order } from '../orders/order.ts';
import { refundDueOn } from '../orders/withdrawal.ts';
import { statusOf } from '../orders/status.ts';
import { readOrder, readOrders } from '../orders/store.ts';
import { orderKeys } from '../orders/keys.ts';
import { sessionsByNamePrefix, sessionsOfBuyer, sessionsWithCode } from '../orders/indexes.ts';
import { callRedis } from '../platform/redis.ts';
import { productName } from '../shop/catalog.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import { type OrderQuery, parseOrderSearch } from './order-search.ts';
import { serializeDetail, serializeRow } from './serialize.ts';

const PAGE_SIZE = 25;

const findOrderByNumber = async (number: string): Promise<Order | null> => {
  if (!ORDER_NUMBER.test(number)) return null;
  const sessions = await sessionsByNamePrefix(`${number.replaceAll('-', '')} `);
  const sessionId = sessions[0];
  return sessionId === undefined ? null : readOrder(sessionId);
};

/** `number` is from the route's path. Throws 404. */
export const requireOrder = async (number: string): Promise<Order> => {
  const order = await findOrderByNumber(number);
  if (!order) throw new Problem('order_not_found', 'There’s no order with this number.');
  return order;
};

/** Withdrawn orders without a full refund at Stripe, oldest withdrawal first. */
const withdrawnOrders = async (): Promise<OrderPage['waiting']['withdrawn']> => {
  const sessions = await callRedis<string[]>((pipeline) =>
    pipeline.zrange(orderKeys.withdrawn(), 0, -1),
  );
  const withdrawn: OrderPage['waiting']['withdrawn'] = [];
  for (const order of await readOrders(sessions)) {
    const dueOn = refundDueOn(order);
    if (dueOn === null) continue;
    withdrawn.push({
      number: orderNumberOf(order.sessionId),
      guide_name: productName(order.productType),
      due_on: dueOn,
    });
  }
  return withdrawn;
};

/**
 * Returns one page of all orders, newest first. `from` is the zero-based position of the page's
 * first order.
 */
export const listOrders = async (from = 0): Promise<OrderPage> => {
  const next = from + PAGE_SIZE;
  const [sessions, total, withdrawn] = await Promise.all([
    callRedis<string[]>((pipeline) =>
      pipeline.zrange(orderKeys.orders(), from, next - 1, { rev: true }),
    ),
    callRedis<number>((pipeline) => pipeline.zcard(orderKeys.orders())),
    withdrawnOrders(),
  ]);
  return {
    orders: (await readOrders(sessions)).map(serializeRow),
    next: next < total ? next : null,
    total,
    waiting: { withdrawn },
  };
};

const findSessions = async (query: OrderQuery): Promise<string[]> => {
  if ('session' in query) return [query.session];
  if ('email' in query) return sessionsOfBuyer(buyerHash(query.email), MAX_SEARCH_RESULTS);
  const { name, code } = query;
  const [named, withCode] = await Promise.all([
    name === null ? [] : sessionsByNamePrefix(`${name} `, MAX_SEARCH_RESULTS),
    code === null ? [] : sessionsWithCode(code, MAX_SEARCH_RESULTS),
  ]);
  return [...named, ...withCode];
};

export const findOrders = async (typed: string): Promise<Order[]> => {
  const query = parseOrderSearch(typed);
  if (query === null) return [];
  const orders = await readOrders(await findSessions(query));
  return orders.sort((a, b) => b.createdAt - a.createdAt);
};

/** Blocks or reopens an order's downloads, unless its status already matches. Throws 400. */
export const changeAccess = async (order: Order, access: OrderAccess): Promise<OrderDetail> => {
  if (order.payment !== 'paid') throw new Problem('invalid_request', 'This order isn’t paid.');
  const wantedStatus = access === 'open' ? 'paid' : 'blocked';
  if (statusOf(order) === wantedStatus) return serializeDetail(order);
  return serializeDetail(await setAccess(order, access));
};
