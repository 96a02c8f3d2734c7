import type { Product } from '#contract/catalogue.ts';
import { endedOrder } from '#contract/ended-orders.ts';
import { covers } from '../catalogue.ts';
import type { Order } from '../orders/orders.ts';

/** Whether an order gives access to a product: it is paid and covers it. */
export const mayDownload = (order: Order | null, product: Product): boolean =>
  order?.status === 'paid' && covers(order.productType, product);

/** Why an order's files are closed, for its buyer; null where they are not. */
export const closedWords = (order: Order | null): string | null => {
  const ended = endedOrder(order?.status);
  return ended ? `${ended.heading}. ${ended.words}` : null;
};
