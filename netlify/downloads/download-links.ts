import type { Product } from '#contract/catalog.ts';
import type { DownloadFile } from '#contract/orders.ts';
import { findCurrentEdition } from '../guides/guide-store.ts';
import { logError } from '../http/log.ts';
import type { Order } from '../orders/order.ts';
import { HOUR_IN_SECONDS, now } from '../platform/clock.ts';
import { type CatalogFile, filesOf, isGuide } from '../shop/catalog.ts';
import { LINK_LIFETIME_IN_HOURS } from '../shop/links.ts';
import { accessibleProducts } from './access.ts';
import { sealTicket } from './tickets.ts';

/** Returns null for a file that the owner has not uploaded yet. */
const linkFile = async (
  sold: CatalogFile,
  sessionId: string,
  expiresAt: number,
): Promise<DownloadFile | null> => {
  const { product, file } = sold;
  const edition = await findCurrentEdition(file.name);
  if (!edition) return null;
  const isExtra = !isGuide(sold);
  const ticket = await sealTicket({
    sessionId,
    productId: product.id,
    file: isExtra ? file.name : undefined,
    expiresAt,
  });
  return {
    downloadUrl: `/api/files/${ticket}`,
    fileName: file.name,
    label: file.label,
    size: edition.size,
    ...(isExtra ? { isExtra } : {}),
  };
};

export type LinkedFiles = {
  /** The guides come first, then the other files. */
  readonly files: DownloadFile[];
  /** The products whose guides the owner has not uploaded yet. None of their files is linked. */
  readonly missing: Product[];
};

/** Does not check access. Throws if the store fails for all of the files. */
export const linkFiles = async (
  sessionId: string,
  products: readonly Product[],
): Promise<LinkedFiles> => {
  const expiresAt = now() + LINK_LIFETIME_IN_HOURS * HOUR_IN_SECONDS;
  const missing: Product[] = [];
  const linked: { product: Product; file: DownloadFile }[] = [];
  const errors: unknown[] = [];
  const linkOne = async (sold: CatalogFile) => ({
    sold,
    file: await linkFile(sold, sessionId, expiresAt),
  });
  for (const result of await Promise.allSettled(products.flatMap(filesOf).map(linkOne))) {
    if (result.status === 'rejected') {
      errors.push(result.reason);
      continue;
    }
    const { sold, file } = result.value;
    if (file) linked.push({ product: sold.product, file });
    else if (isGuide(sold)) missing.push(sold.product);
  }
  // One failed file must not block the others.
  if (errors.length > 0 && linked.length === 0) throw errors[0];
  for (const error of errors) logError(error);
  const files = linked.filter(({ product }) => !missing.includes(product)).map(({ file }) => file);
  const guides = files.filter(({ isExtra }) => !isExtra);
  const others = files.filter(({ isExtra }) => isExtra);
  return { files: [...guides, ...others], missing };
};

export const linkOrderFiles = (order: Order): Promise<LinkedFiles> =>
  linkFiles(order.sessionId, accessibleProducts(order));
