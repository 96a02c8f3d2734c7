import type { Catalogue } from '#contract/catalogue.ts';
import type { PublicOrder } from '#contract/orders.ts';
import { findByType } from '../catalogue.ts';
import type { Order } from './orders.ts';

export const serializeOrder = (order: Order, catalogue: Catalogue): PublicOrder => ({
  stripe_session_id: order.sessionId,
  status: order.status,
  amount: order.amountInCents,
  currency: order.currency.toUpperCase(),
  product_type: order.productType,
  guide_name: findByType(catalogue, order.productType)?.name ?? order.productType,
  created_at: new Date(order.createdAt * 1000).toISOString(),
});
