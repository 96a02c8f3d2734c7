import type {
  OrderAccess,
  OrderPage,
  SendReceiptRequest,
  SendReceiptResponse,
} from '#contract/admin-orders.ts';
import { ORDER_NUMBER } from '#contract/order-number.ts';
import { Problem } from '../http/problem.ts';
import { buyerKey } from '../shop/buyer.ts';
import { sealAddress } from '../mail/job-address.ts';
import { copyJob } from '../mail/emails.ts';
import { runJob } from '../jobs/run.ts';
import { setAccess } from '../orders/notes.ts';
import type { Order } from '../orders/order.ts';
import { refundDueOn } from '../orders/withdrawal.ts';
import { statusOf } from '../orders/status.ts';
import { readOrder, readOrders } from '../orders/store.ts';
import { orderKeys } from '../orders/keys.ts';
import { sessionsByNamePrefix, sessionsOfBuyer } from '../orders/indexes.ts';
import { sendsMail } from '../platform/mail-policy.ts';
import { now } from '../platform/clock.ts';
import { type Job, enqueue, makeDueNow, isQueued } from '../platform/queue.ts';
import { callRedis } from '../platform/redis.ts';
import { productName } from '../shop/catalog.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import { parseOrderSearch } from './order-search.ts';
import { nextCopy, serializeDetail, serializeRow } from './serialize.ts';

const PAGE_SIZE = 25;

/** The number that an order's path or a page's end names. Throws 404. */
export const orderOf = async (number = ''): Promise<Order> => {
  const [sessionId] = ORDER_NUMBER.test(number)
    ? await sessionsByNamePrefix(`${number.replaceAll('-', '')} `)
    : [];
  const order = sessionId === undefined ? null : await readOrder(sessionId);
  if (!order) throw new Problem('order_not_found', 'There’s no order with this number.');
  return order;
};

/** Withdrawn orders whose money Stripe does not show as refunded, the longest waiting first. */
const withdrawnOrders = async (): Promise<OrderPage['waiting']['withdrawn']> => {
  const sessions = await callRedis<string[]>((pipeline) =>
    pipeline.zrange(orderKeys.withdrawn(), 0, -1),
  );
  return (await readOrders(sessions)).flatMap((order) => {
    const dueOn = refundDueOn(order);
    if (dueOn === null) return [];
    const { sessionId, productType } = order;
    return [
      { number: orderNumberOf(sessionId), guide_name: productName(productType), due_on: dueOn },
    ];
  });
};

/** A page of all orders, newest first, from a position in the list on. */
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

/** The most orders that a search returns. */
const MOST_FOUND = 50;

/** The orders that a query names, newest first. */
export const findOrders = async (query: string): Promise<Order[]> => {
  const asked = parseOrderSearch(query);
  if (asked === null) return [];
  const sessions =
    'email' in asked
      ? await sessionsOfBuyer(buyerKey(asked.email), MOST_FOUND)
      : 'session' in asked
        ? [asked.session]
        : await sessionsByNamePrefix(`${asked.name} `, MOST_FOUND);
  return (await readOrders(sessions)).sort((a, b) => b.createdAt - a.createdAt);
};

/** Blocks an order's downloads, or opens them. Does nothing if they already are. */
export const changeAccess = async (order: Order, access: OrderAccess) => {
  const isSo = statusOf(order) === (access === 'open' ? 'paid' : 'blocked');
  return serializeDetail(isSo ? order : await setAccess(order, access));
};

const refuse = (detail: string): never => {
  throw new Problem('invalid_request', detail);
};

/**
 * Sends an order's receipt again, at once. If the buyer's own receipt still waits, that one is sent instead of a copy.
 * Throws 400 for an order that has none to send.
 */
export const sendReceipt = async (
  order: Order,
  { copy, to }: SendReceiptRequest,
): Promise<SendReceiptResponse> => {
  if (!sendsMail()) refuse('The shop can’t send email yet. Set up an email service first.');
  if (order.payment !== 'paid') refuse('This order wasn’t paid.');
  if (copy > nextCopy(order)) refuse('copy: There was no copy before it.');
  const { sessionId, buyer } = order;
  const email = to === undefined || buyerKey(to) === buyer ? null : to;
  const sent = order.resentReceipts.find(({ number }) => number === copy);
  if (sent) return { outcome: sent.is, order: await serializeDetail(order) };
  const receipt: Job = `receipt:${sessionId}`;
  const waits = email === null && (await isQueued(receipt));
  const job = waits ? receipt : copyJob(sessionId, copy, email);
  if (!waits) await enqueue(job, now(), email === null ? '' : await sealAddress(email));
  await makeDueNow(job, now());
  const { is, reason } = await runJob(job);
  const detail = await serializeDetail((await readOrder(sessionId)) ?? order);
  return {
    outcome: is === 'done' ? 'sent' : is,
    ...(reason !== undefined && { reason }),
    order: detail,
  };
};
