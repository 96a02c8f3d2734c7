import type { OrderDetail, OrderRow, ReceiptOutcome } from '#contract/admin-orders.ts';
import { orderReference } from '#contract/order-number.ts';
import { type Order, timeOfSale } from '../orders/order.ts';
import { refundDueOn } from '../orders/withdrawal.ts';
import { refundedAmount, statusOf } from '../orders/status.ts';
import { getEnv } from '../platform/env.ts';
import { isLive } from '../platform/context.ts';
import { sendsMail } from '../platform/mail-policy.ts';
import { isoTime } from '../platform/clock.ts';
import { isQueued } from '../platform/queue.ts';
import { catalog, findById, productName } from '../shop/catalog.ts';
import { orderNumberOf } from '../shop/order-number.ts';

const orNull = (at: number | null): string | null => (at === null ? null : isoTime(at));

/** An order in the owner's list. */
export const serializeRow = (order: Order): OrderRow => ({
  number: orderNumberOf(order.sessionId),
  reference: orderReference(order.sessionId),
  sold_at: isoTime(timeOfSale(order)),
  product_type: order.productType,
  guide_name: productName(order.productType),
  amount: order.amountInCents,
  discount: order.discountInCents,
  tax: order.taxInCents,
  presented: order.presented,
  refunded: refundedAmount(order),
  currency: order.currency.toUpperCase(),
  status: statusOf(order),
  fetched: Object.values(order.fetched).reduce((sum, { times }) => sum + times, 0),
});

/** The payments in Stripe's dashboard, or one of them. The stand-in has one page for all. */
export const dashboardUrl = (paymentId = ''): string => {
  const { STRIPE_API_URL: standIn } = getEnv();
  if (standIn) return new URL(`/#${paymentId}`, standIn).href;
  const payments = `https://dashboard.stripe.com${isLive() ? '' : '/test'}/payments`;
  return paymentId === '' ? payments : `${payments}/${paymentId}`;
};

const receiptsOf = ({ receipt, resentReceipts }: Order): ReceiptOutcome[] =>
  [...(receipt ? [{ ...receipt, number: 0, isOwn: true }] : []), ...resentReceipts].map(
    ({ number, isOwn, is, at, detail }) => ({
      copy: number,
      is_own: isOwn,
      outcome: is,
      at: isoTime(at),
      detail,
    }),
  );

/** The number of the owner's next copy. */
export const nextCopy = ({ resentReceipts }: Order): number =>
  (resentReceipts.at(-1)?.number ?? 0) + 1;

/** An order on its own page. */
export const serializeDetail = async (order: Order): Promise<OrderDetail> => ({
  ...serializeRow(order),
  session_id: order.sessionId,
  stripe_url: order.paymentId === null ? null : dashboardUrl(order.paymentId),
  disputes: order.disputes.map(({ status, dueBy }) => ({ status, due_by: orNull(dueBy) })),
  access: order.access && { is: order.access.is, at: isoTime(order.access.at) },
  withdrawn_at: orNull(order.withdrawnAt),
  refund_due_on: refundDueOn(order),
  files: Object.entries(order.fetched).map(([id, { times, lastAt }]) => ({
    file_name: findById(catalog, id)?.file_name ?? id,
    times,
    last_at: isoTime(lastAt),
  })),
  receipts: receiptsOf(order),
  receipt_waits: await isQueued(`receipt:${order.sessionId}`),
  next_copy: order.payment === 'paid' && sendsMail() ? nextCopy(order) : null,
});
