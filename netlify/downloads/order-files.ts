import type { Catalogue, Product } from '#contract/catalogue.ts';
import type { OrderFiles } from '#contract/orders.ts';
import { activeProducts } from '../catalogue.ts';
import type { Order } from '../orders/orders.ts';
import { type DownloadPorts, grantFiles, mayDownload } from './access.ts';

/**
 * Fresh links to all files that an order opens now, the one of what was bought first: the bundle's holds all guides.
 * Throws when the store fails and there is not one to give.
 */
export const linkOrder = async (
  ports: DownloadPorts,
  catalogue: Catalogue,
  order: Order,
): Promise<OrderFiles> => {
  const isBought = (product: Product): boolean => product.product_type === order.productType;
  const opened = activeProducts(catalogue)
    .filter((product) => mayDownload(order, product))
    .toSorted((a, b) => Number(isBought(b)) - Number(isBought(a)));
  return { files: await grantFiles(ports, order.sessionId, opened) };
};
