import type { Product } from '#contract/catalog.ts';
import type { DownloadFile } from '#contract/orders.ts';
import { findCurrentEdition } from '../guides/guide-store.ts';
import { logError } from '../http/log.ts';
import type { Order } from '../orders/order.ts';
import { HOUR_IN_SECONDS, now } from '../platform/clock.ts';
import { LINK_LIFETIME_IN_HOURS } from '../shop/links.ts';
import { accessibleProducts } from './access.ts';
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

export type LinkedFiles = {
  readonly files: DownloadFile[];
  /** The products whose files the owner has not uploaded yet. */
  readonly missing: Product[];
};

/** Does not check access. Throws if the store fails for all of the products. */
export const linkFiles = async (
  sessionId: string,
  products: readonly Product[],
): Promise<LinkedFiles> => {
  const expiresAt = now() + LINK_LIFETIME_IN_HOURS * HOUR_IN_SECONDS;
  const linked: LinkedFiles = { files: [], missing: [] };
  const errors: unknown[] = [];
  const linkOne = async (product: Product) => ({
    product,
    file: await linkFile(sessionId, product, expiresAt),
  });
  for (const result of await Promise.allSettled(products.map(linkOne))) {
    if (result.status === 'rejected') errors.push(result.reason);
    else if (result.value.file) linked.files.push(result.value.file);
    else linked.missing.push(result.value.product);
  }
  // One failed file must not withhold the others.
  if (errors.length > 0 && linked.files.length === 0) throw errors[0];
  for (const error of errors) logError(error);
  return linked;
};

export const linkOrderFiles = (order: Order): Promise<LinkedFiles> =>
  linkFiles(order.sessionId, accessibleProducts(order));
