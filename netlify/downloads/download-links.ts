import type { Product } from '#contract/catalog.ts';
import type { DownloadFile, OrderFiles } from '#contract/orders.ts';
import { findCurrentEdition } from '../guides/guide-store.ts';
import { logError } from '../http/log.ts';
import type { Order } from '../orders/order.ts';
import { HOUR_IN_SECONDS, now } from '../platform/clock.ts';
import { activeProducts, catalog } from '../shop/catalog.ts';
import { LINK_LIFETIME_IN_HOURS } from '../shop/links.ts';
import { mayDownload } from './access.ts';
import { sealTicket } from './tickets.ts';

const linkFile = async (
  sessionId: string,
  product: Product,
  expiresAt: number,
): Promise<DownloadFile | null> => {
  const fileName = product.file_name;
  if (!(await findCurrentEdition(fileName))) return null;
  const ticket = await sealTicket({ sessionId, productId: product.id, expiresAt });
  return { downloadUrl: `/api/files/${ticket}`, fileName };
};

/** Does not check access. Skips products without a file. Throws if it fails for all of them. */
export const linkFiles = async (
  sessionId: string,
  products: readonly Product[],
): Promise<DownloadFile[]> => {
  const expiresAt = now() + LINK_LIFETIME_IN_HOURS * HOUR_IN_SECONDS;
  const results = await Promise.allSettled(
    products.map((product) => linkFile(sessionId, product, expiresAt)),
  );
  const files: DownloadFile[] = [];
  const errors: unknown[] = [];
  for (const result of results) {
    if (result.status === 'rejected') errors.push(result.reason);
    else if (result.value) files.push(result.value);
  }
  // One failed file must not withhold the others.
  if (errors.length > 0 && files.length === 0) throw errors[0];
  for (const error of errors) logError(error);
  return files;
};

export const linkOrderFiles = async (order: Order): Promise<OrderFiles> => {
  const accessible = activeProducts(catalog).filter((product) => mayDownload(order, product));
  const isBought = (product: Product): boolean => product.product_type === order.productType;
  const bought = accessible.filter(isBought);
  const others = accessible.filter((product) => !isBought(product));
  return { files: await linkFiles(order.sessionId, [...bought, ...others]) };
};
