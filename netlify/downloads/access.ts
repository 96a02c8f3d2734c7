import type { Product } from '#contract/catalog.ts';
import { Problem } from '../http/problem.ts';
import { type Order, statusOf } from '../orders/order.ts';
import { readOrders, sessionsOfBuyer } from '../orders/store.ts';
import { catalog, covers, findByType } from '../shop/catalog.ts';
import { whyClosed } from '../shop/order-words.ts';

/** An order gives access to a product if it is paid and its product type covers the product. */
export const mayDownload = (order: Order | null, product: Product): boolean =>
  order !== null && statusOf(order) === 'paid' && covers(order.productType, product);

/**
 * Throws 403 if the order gives no access to the product. An order that is not paid gets the reason
 * for its status. Otherwise, the detail is `notCovered`.
 */
export const requireAccess = (order: Order | null, product: Product, notCovered: string): void => {
  if (mayDownload(order, product)) return;
  if (order === null) throw new Problem('access_denied', notCovered);
  const status = statusOf(order);
  throw new Problem('access_denied', status === 'paid' ? notCovered : whyClosed(status));
};

/** Limits one read. No buyer has this many orders of one guide. */
const MAX_ORDERS_OF_BUYER = 100;

/** Whether an earlier order already gives the buyer access to the product. Throws `Unavailable`. */
export const hasEarlierOrder = async (order: Order): Promise<boolean> => {
  const product = findByType(catalog, order.productType);
  if (order.buyer === null || !product) return false;
  const newestFirst = await sessionsOfBuyer(order.buyer, MAX_ORDERS_OF_BUYER);
  const earlierSessions = newestFirst.slice(newestFirst.indexOf(order.sessionId) + 1);
  const earlierOrders = await readOrders(earlierSessions);
  return earlierOrders.some((earlier) => mayDownload(earlier, product));
};
