import type { PublicOrder } from '#contract/orders.ts';
import { productName } from '../shop/catalog.ts';
import type { Order } from './order.ts';
import { statusOf } from './status.ts';

export const serializeOrder = (order: Order): PublicOrder => ({
  stripe_session_id: order.sessionId,
  status: statusOf(order),
  amount: order.amountInCents,
  currency: order.currency.toUpperCase(),
  product_type: order.productType,
  guide_name: productName(order.productType),
  created_at: new Date(order.createdAt * 1000).toISOString(),
});
