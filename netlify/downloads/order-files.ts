import type { Catalogue } from '#contract/catalogue.ts';
import type { OrderFiles } from '#contract/orders.ts';
import { activeProducts } from '../catalogue.ts';
import type { Order } from '../orders/orders.ts';
import { type DownloadPorts, grantFiles, mayDownload, toDownloadFile } from './access.ts';
import { grantArchive } from './archive.ts';

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
