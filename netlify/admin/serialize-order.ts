import type { DisputeView, OrderDetail, OrderRow } from '#contract/admin-orders.ts';
import { orderReference } from '#contract/order-number.ts';
import { catalogue, productName } from '../catalogue.ts';
import { isoTime } from '../clock.ts';
import { getEnv, isLive } from '../env.ts';
import { sendsMail } from '../mail/settings.ts';
import type { FoundOrder, StoredOrder } from './order-queries.ts';
import { downloadsIn } from '../downloads/count-downloads.ts';
import { money } from '../mail/receipt.ts';
import { disputeWords, historyOf } from './order-history.ts';
import { receiptView } from './receipt-words.ts';
import { type Dispute, currentDisputes, isAnswerable } from '../orders/disputes.ts';
import { numberOf } from '../orders/order-names.ts';
import { type Order, unrefundedIn } from '../orders/orders.ts';

const presentedWords = ({ presented }: StoredOrder['order']): string | null => {
  const [amount, currency = ''] = presented?.split(' ') ?? [];
  return amount === undefined ? null : money(Number(amount), currency);
};

/** An order in the owner's list. */
export const serializeRow = ({ order, facts }: StoredOrder): OrderRow => ({
  number: numberOf(order.sessionId),
  reference: orderReference(order.sessionId),
  created_at: isoTime(order.createdAt),
  product_type: order.productType,
  guide_name: productName(order.productType),
  amount: order.amountInCents,
  discount: order.discountInCents,
  tax: order.taxInCents,
  presented: presentedWords(order),
  refunded: order.refundedInCents,
  currency: order.currency.toUpperCase(),
  status: order.status,
  downloads: downloadsIn(facts),
});

/** All payments in Stripe's dashboard, or one of them. The stand-in has one page for all. */
export const dashboardUrl = (paymentId = ''): string => {
  const { STRIPE_API_URL: standIn } = getEnv();
  if (standIn) return new URL(`/#${paymentId}`, standIn).href;
  const mode = isLive() ? '' : '/test';
  return `https://dashboard.stripe.com${mode}/payments/${paymentId}`;
};

/** When the buyer withdrew; null if they did not, or if nothing is left to refund. */
const refundDueSince = (order: Order): string | null =>
  order.withdrawnAt === null || unrefundedIn(order) === 0 ? null : isoTime(order.withdrawnAt);

const serializeDispute = (dispute: Dispute): DisputeView => ({
  id: dispute.id,
  says: disputeWords(dispute.status),
  due_by: dispute.dueBy !== undefined && isAnswerable(dispute) ? isoTime(dispute.dueBy) : null,
});

/** An order on its own page. */
export const serializeDetail = (found: FoundOrder): OrderDetail => {
  const { order, facts, waits } = found;
  const history = historyOf(facts, { catalogue, currency: order.currency });
  return {
    ...serializeRow(found),
    session_id: order.sessionId,
    payment_id: order.paymentId,
    stripe_url: order.paymentId === null ? null : dashboardUrl(order.paymentId),
    refund_due_since: refundDueSince(order),
    disputes: currentDisputes(facts).map(serializeDispute),
    receipt: receiptView(facts, { waits, sendsMail: sendsMail() }),
    history: Array.from(history, ({ at, ...entry }) => ({
      ...entry,
      at: at === null ? null : isoTime(at),
    })),
  };
};
