import type { Product } from '#contract/catalogue.ts';
import { endedOrder } from '#contract/ended-orders.ts';
import { covers } from '../catalogue.ts';
import type { Order } from '../orders/orders.ts';

/** Paid, not fully refunded, not in dispute, and for this product. */
export const mayDownload = (order: Order | null, product: Product): boolean =>
  order?.status === 'paid' && covers(order.productType, product);

/** What a buyer reads of an order whose files are closed; null for any other. */
export const closedWords = (order: Order | null): string | null => {
  const ended = endedOrder(order?.status);
  return ended ? `${ended.heading}. ${ended.words}` : null;
};
