import type { Catalogue } from '#contract/catalogue.ts';
import type { OrderDetail, OrderRow } from '#contract/admin-orders.ts';
import { orderReference } from '#contract/order-number.ts';
import { findByType } from '../catalogue.ts';
import type { FoundOrder, StoredOrder } from './order-queries.ts';
import { downloadsIn } from '../downloads/download-facts.ts';
import { isLost } from '../mail/receipt-facts.ts';
import { historyOf } from './order-history.ts';
import { receiptView } from './receipt-words.ts';
import { numberOf } from '../orders/order-names.ts';

/** ISO 8601, UTC. */
export const isoTime = (at: number): string => new Date(at * 1000).toISOString();

/** An order in the owner's list. */
export const serializeRow = ({ order, facts }: StoredOrder, catalogue: Catalogue): OrderRow => ({
  number: numberOf(order.sessionId),
  reference: orderReference(order.sessionId),
  created_at: isoTime(order.createdAt),
  product_type: order.productType,
  guide_name: findByType(catalogue, order.productType)?.name ?? order.productType,
  amount: order.amountInCents,
  refunded: order.refundedInCents,
  currency: order.currency.toUpperCase(),
  status: order.status,
  downloads: downloadsIn(facts),
  receipt_lost: isLost(facts),
});

type DetailOptions = {
  readonly catalogue: Catalogue;
  readonly paymentUrl: (paymentId: string) => string;
  /** Whether the shop sends mails. */
  readonly sendsMail: boolean;
};

/** An order with all that the owner may know of it. */
export const serializeDetail = (
  found: FoundOrder,
  { catalogue, paymentUrl, sendsMail }: DetailOptions,
): OrderDetail => {
  const { order, facts, waits } = found;
  const history = historyOf(facts, { catalogue, currency: order.currency });
  return {
    ...serializeRow(found, catalogue),
    session_id: order.sessionId,
    payment_id: order.paymentId,
    stripe_url: order.paymentId === null ? null : paymentUrl(order.paymentId),
    receipt: receiptView(facts, { waits, sendsMail }),
    history: history.map(({ at, kind, says, detail }) => ({
      at: at === null ? null : isoTime(at),
      kind,
      says,
      detail,
    })),
  };
};
