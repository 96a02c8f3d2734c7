import type { Catalogue, Product } from '#contract/catalogue.ts';
import { activeProducts } from '../catalogue.ts';
import { type DownloadPorts, type GrantedFile, sealFor } from './access.ts';

/** A file of the archive, whose bytes these numbers name. */
export type ArchivePart = {
  readonly fileName: string;
  readonly size: number;
  readonly sha256: string;
  readonly crc32: number;
};

/**
 * Netlify ends a streamed answer at 20 MB (docs.netlify.com/build/functions/overview). What is left
 * over is more than the records of the archive itself ever take.
 */
const MAX_CONTENT_IN_BYTES = 19_900_000;

/** The products whose files an archive of this product holds: none, but of the bundle. */
export const archivedProducts = (catalogue: Catalogue, product: Product): Product[] =>
  product.product_type === 'bundle' ? activeProducts(catalogue) : [];

export const archiveName = (product: Product): string =>
  product.file_name.replace(/\.pdf$/, '.zip');

/** In the order of the products; null where one has no file, or all are too large for one answer. */
export const findArchive = async (
  { guides }: Pick<DownloadPorts, 'guides'>,
  products: readonly Product[],
): Promise<ArchivePart[] | null> => {
  const found = await Promise.all(
    products.map(async ({ file_name: fileName }) => {
      const guide = await guides.find(fileName);
      const { size = 0, sha256 = '', crc32 } = guide ?? {};
      return crc32 === undefined ? [] : [{ fileName, size, sha256, crc32 }];
    }),
  );
  const parts = found.flat();
  const contentInBytes = parts.reduce((sum, { size }) => sum + size, 0);
  const isWhole = parts.length > 0 && parts.length === products.length;
  return isWhole && contentInBytes <= MAX_CONTENT_IN_BYTES ? parts : null;
};

/**
 * A fresh ticket for all files of a product in one, where access to each was checked. Null where there
 * is no such archive now: the single files do without it.
 */
export const grantArchive = async (
  ports: DownloadPorts,
  catalogue: Catalogue,
  sessionId: string,
  product: Product,
): Promise<GrantedFile | null> => {
  const found = findArchive(ports, archivedProducts(catalogue, product));
  const parts = await found.catch((error: unknown) => ports.onFailed(error));
  if (!parts) return null;
  const ticket = await sealFor(ports, { sessionId, productId: product.id, archive: true });
  return { ticket, fileName: archiveName(product) };
};
