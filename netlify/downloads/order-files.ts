import type { Product } from '#contract/catalogue.ts';
import type { DownloadFile, OrderFiles } from '#contract/orders.ts';
import { activeProducts, catalogue } from '../shop/catalogue.ts';
import { now } from '../platform/clock.ts';
import { findGuide } from '../guides/blobs-guides.ts';
import { logError } from '../http/log.ts';
import type { Order } from '../orders/order.ts';
import { mayDownload } from './access.ts';
import { TICKET_LIFETIME_IN_HOURS, sealTicket } from './tickets.ts';

/**
 * New links to the files of products, whose access the caller has checked. A product without a file gets none. Throws
 * if the store fails for all of them.
 */
export const linkFiles = async (
  sessionId: string,
  products: readonly Product[],
): Promise<DownloadFile[]> => {
  const expiresAt = now() + TICKET_LIFETIME_IN_HOURS * 3600;
  const grants = products.map(async ({ id: productId, file_name: fileName }) => {
    if (!(await findGuide(fileName))) return [];
    const sealed = await sealTicket({ sessionId, productId, expiresAt });
    return [{ downloadUrl: `/api/files/${sealed}`, fileName }];
  });
  const settled = await Promise.allSettled(grants);
  const granted = settled.flatMap((grant) => (grant.status === 'fulfilled' ? grant.value : []));
  const failed = settled.filter((grant) => grant.status === 'rejected');
  // One failed file must not withhold the others.
  if (failed[0] && granted.length === 0) throw failed[0].reason;
  for (const { reason } of failed) logError(reason);
  return granted;
};

/** New links to all files that an order opens, the bought product's first. Throws as `linkFiles` does. */
export const linkOrder = async (order: Order): Promise<OrderFiles> => {
  const isBought = (product: Product): boolean => product.product_type === order.productType;
  const opened = activeProducts(catalogue)
    .filter((product) => mayDownload(order, product))
    .toSorted((a, b) => Number(isBought(b)) - Number(isBought(a)));
  return { files: await linkFiles(order.sessionId, opened) };
};
