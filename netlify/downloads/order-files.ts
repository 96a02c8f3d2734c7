import type { Catalogue, ProductType } from '#contract/catalogue.ts';
import type { OrderFiles } from '#contract/orders.ts';
import { activeProducts, covers } from '../catalogue.ts';
import type { Order } from '../orders/orders.ts';
import { type DownloadPorts, grantFiles, mayDownload, toDownloadFile } from './access.ts';
import { grantArchive } from './archive.ts';

/**
 * Looks up the files of what was bought, where that is known, while the order is still being asked for:
 * `linkOrder` with the same ports then finds them there. Grants nothing. What fails here, fails there again.
 */
export const findAhead = async (
  { guides }: DownloadPorts,
  catalogue: Catalogue,
  asked: Promise<ProductType | undefined>,
): Promise<void> => {
  const bought = await asked;
  if (bought === undefined) return;
  const opened = activeProducts(catalogue).filter((product) => covers(bought, product));
  await Promise.allSettled(opened.map(({ file_name: fileName }) => guides.find(fileName)));
};

/** Fresh links to all files that an order opens now; throws when the store fails and there is not one to give. */
export const linkOrder = async (
  ports: DownloadPorts,
  catalogue: Catalogue,
  order: Order,
): Promise<OrderFiles> => {
  const opened = activeProducts(catalogue).filter((product) => mayDownload(order, product));
  const product = opened.find(({ product_type: type }) => type === order.productType);
  const [granted, archive] = await Promise.all([
    grantFiles(ports, order.sessionId, opened),
    product && grantArchive(ports, catalogue, order.sessionId, product),
  ]);
  return {
    files: granted.map(toDownloadFile),
    ...(archive && { archive: toDownloadFile(archive) }),
  };
};
