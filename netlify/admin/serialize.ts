import type { OrderDetail, OrderRow, ReceiptOutcome } from '#contract/admin-orders.ts';
import { orderReference } from '#contract/order-number.ts';
import { amountsOf } from '../orders/amounts.ts';
import { type Order, timeOfSale } from '../orders/order.ts';
import { refundDueOn } from '../orders/withdrawal.ts';
import { statusOf } from '../orders/status.ts';
import { sendsMail } from '../platform/mail-policy.ts';
import { isoTime } from '../platform/clock.ts';
import { isQueued } from '../platform/queue.ts';
import { catalog, findById, productName } from '../shop/catalog.ts';
import { orderNumberOf } from '../shop/order-number.ts';
import { dashboardUrl } from '../shop/stripe-dashboard.ts';

const isoTimeOrNull = (seconds: number | null): string | null =>
  seconds === null ? null : isoTime(seconds);

export const serializeRow = (order: Order): OrderRow => {
  const { refunded, disputed, tax, net } = amountsOf(order);
  return {
    number: orderNumberOf(order.sessionId),
    reference: orderReference(order.sessionId),
    sold_at: isoTime(timeOfSale(order)),
    product_type: order.productType,
    guide_name: productName(order.productType),
    amount: order.amountInCents,
    discount: order.discountInCents,
    code: order.promotionCode,
    paid_tax: order.taxInCents,
    presented: order.presented,
    refunded,
    disputed,
    tax,
    net,
    currency: order.currency.toUpperCase(),
    status: statusOf(order),
    refund_due_on: refundDueOn(order),
    fetched: Object.values(order.fetched).reduce((sum, { times }) => sum + times, 0),
  };
};

const serializeReceipts = ({ receipt, resentReceipts }: Order): ReceiptOutcome[] => {
  const outcomes = resentReceipts.map(({ number, isOwn, is, at, detail }): ReceiptOutcome => ({
    copy: number,
    is_own: isOwn,
    outcome: is,
    at: isoTime(at),
    detail,
  }));
  if (receipt) {
    const { is, at, detail } = receipt;
    outcomes.unshift({ copy: 0, is_own: true, outcome: is, at: isoTime(at), detail });
  }
  return outcomes;
};

export const nextReceiptNumber = ({ resentReceipts }: Order): number =>
  (resentReceipts.at(-1)?.number ?? 0) + 1;

const canSendReceipt = ({ payment, isForgotten }: Order): boolean =>
  payment === 'paid' && !isForgotten && sendsMail();

/** `id` is a key of `Order.fetched`. */
const fileNameOf = (id: string): string => {
  const [productId = '', fileName] = id.split('/');
  return fileName ?? findById(catalog, productId)?.files[0].name ?? productId;
};

export const serializeDetail = async (order: Order): Promise<OrderDetail> => ({
  ...serializeRow(order),
  session_id: order.sessionId,
  stripe_url: order.paymentId === null ? null : dashboardUrl(order.paymentId),
  disputes: order.disputes.map(({ status, amountInCents, dueBy }) => ({
    status,
    amount: amountInCents,
    due_by: isoTimeOrNull(dueBy),
  })),
  access: order.access && { is: order.access.is, at: isoTime(order.access.at) },
  withdrawn_at: isoTimeOrNull(order.withdrawnAt),
  awaits_files_since: isoTimeOrNull(order.awaitsFilesSince),
  is_forgotten: order.isForgotten,
  files: Object.entries(order.fetched).map(([id, { times, lastAt }]) => ({
    file_name: fileNameOf(id),
    times,
    last_at: isoTime(lastAt),
  })),
  receipts: serializeReceipts(order),
  receipt_waits: await isQueued(`receipt:${order.sessionId}`),
  next_copy: canSendReceipt(order) ? nextReceiptNumber(order) : null,
});
