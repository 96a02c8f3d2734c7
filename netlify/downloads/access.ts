import type { Product } from '#contract/catalog.ts';
import { Problem } from '../http/problem.ts';
import { type Order, timeOfSale } from '../orders/order.ts';
import { statusOf } from '../orders/status.ts';
import { readOrders } from '../orders/store.ts';
import { sessionsOfBuyer } from '../orders/indexes.ts';
import { activeProducts, catalog, covers, findByType } from '../shop/catalog.ts';
import { type ClosedState, reasonClosed } from '../shop/order-words.ts';

export const mayDownload = (order: Order | null, product: Product): boolean =>
  order !== null && statusOf(order) === 'paid' && covers(order.productType, product);

/** The products whose files an order gives access to. The bought product comes first. */
export const accessibleProducts = (order: Order): Product[] => {
  const accessible = activeProducts(catalog).filter((product) => mayDownload(order, product));
  const isBought = (product: Product): boolean => product.product_type === order.productType;
  const others = accessible.filter((product) => !isBought(product));
  return [...accessible.filter(isBought), ...others];
};

/** Returns why the order gives no access to any file, or null if it gives access. */
export const closedStateOf = (order: Order): ClosedState | null => {
  const status = statusOf(order);
  if (status !== 'paid') return status;
  return accessibleProducts(order).length === 0 ? 'unavailable' : null;
};

/** Throws 403 with the reason why the order is closed, or with `notCovered`. */
export const requireAccess = (order: Order | null, product: Product, notCovered: string): void => {
  if (mayDownload(order, product)) return;
  if (order === null) throw new Problem('access_denied', notCovered);
  const status = statusOf(order);
  throw new Problem('access_denied', status === 'paid' ? notCovered : reasonClosed(status));
};

/** Limits the size of one read. */
const MAX_EARLIER_ORDERS = 100;

/** Whether the buyer has an earlier order that still gives access to the same files. */
export const hasEarlierOrder = async (order: Order): Promise<boolean> => {
  const product = findByType(catalog, order.productType);
  if (order.buyer === null || !product) return false;
  const newestFirst = await sessionsOfBuyer(order.buyer);
  const position = newestFirst.indexOf(order.sessionId);
  if (position === -1) return false;
  const nextOlder = newestFirst.slice(position + 1, position + 1 + MAX_EARLIER_ORDERS);
  const candidates = await readOrders(nextOlder);
  return candidates.some(
    // Redis sorts sessions from the same second by id, so their order says nothing about time.
    (other) => timeOfSale(other) < timeOfSale(order) && mayDownload(other, product),
  );
};
