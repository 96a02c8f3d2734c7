import type { Catalogue } from '#contract/catalogue.ts';
import type { OrderDetail, OrderRow } from '#contract/admin-orders.ts';
import { orderReference } from '#contract/order-number.ts';
import { findByType } from '../catalogue.ts';
import type { StoredOrder } from './order-queries.ts';
import { downloadsIn } from '../downloads/download-facts.ts';
import { historyOf } from './order-history.ts';
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
});

/** An order with all that the owner may know of it. */
export const serializeDetail = (
  stored: StoredOrder,
  catalogue: Catalogue,
  paymentUrl: (paymentId: string) => string,
): OrderDetail => {
  const { order, facts } = stored;
  const history = historyOf(facts, { catalogue, currency: order.currency });
  return {
    ...serializeRow(stored, catalogue),
    session_id: order.sessionId,
    payment_id: order.paymentId,
    stripe_url: order.paymentId === null ? null : paymentUrl(order.paymentId),
    history: history.map(({ at, kind, says }) => ({
      at: at === null ? null : isoTime(at),
      kind,
      says,
    })),
  };
};
