import type { Product } from '#contract/catalogue.ts';
import { endedOrder } from '#contract/ended-orders.ts';
import { covers } from '../shop/catalogue.ts';
import { Problem } from '../http/problem.ts';
import { type Order, statusOf } from '../orders/order.ts';

/** Whether an order gives access to a product: it is paid and covers it. */
export const mayDownload = (order: Order | null, product: Product): boolean =>
  order !== null && statusOf(order) === 'paid' && covers(order.productType, product);

/** Throws 403 where the order does not open the product's file: with the reason of a closed order, else `detail`. */
export const requireAccess = (order: Order | null, product: Product, detail: string): void => {
  if (mayDownload(order, product)) return;
  const ended = order ? endedOrder(statusOf(order)) : undefined;
  throw new Problem('access_denied', ended ? `${ended.heading}. ${ended.words}` : detail);
};
