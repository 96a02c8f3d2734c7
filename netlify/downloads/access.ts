import type { Product } from '#contract/catalogue.ts';
import { covers } from '../shop/catalogue.ts';
import { whyClosed } from '../shop/words.ts';
import { Problem } from '../http/problem.ts';
import { type Order, statusOf } from '../orders/order.ts';

/** Whether an order gives access to a product: it is paid and covers it. */
export const mayDownload = (order: Order | null, product: Product): boolean =>
  order !== null && statusOf(order) === 'paid' && covers(order.productType, product);

/** Throws 403 if the order does not open the product's file: with why its files are closed, else `detail`. */
export const requireAccess = (order: Order | null, product: Product, detail: string): void => {
  if (mayDownload(order, product)) return;
  const status = order ? statusOf(order) : 'paid';
  throw new Problem('access_denied', status === 'paid' ? detail : whyClosed(status));
};
