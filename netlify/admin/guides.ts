import { isForSale } from '#contract/catalog.ts';
import type {
  CurrentEdition,
  Edition,
  GuideFiles,
  GuideFilesResponse,
} from '#contract/guide-files.ts';
import { type StoredEdition, readGuideRecord } from '../guides/guide-store.ts';
import { restoreEdition } from '../guides/editions.ts';
import { Problem } from '../http/problem.ts';
import { announcementOf, countBuyers } from '../jobs/announcements.ts';
import { previewRecipient } from '../mail/announcement.ts';
import { sendsMail } from '../platform/mail-policy.ts';
import {
  type CatalogFile,
  catalog,
  filesOf,
  findById,
  findFile,
  isGuide,
  titleOf,
} from '../shop/catalog.ts';
import { copiesNote } from './copies-note.ts';

/**
 * `id` is the name of a file, or the id of a product, which stands for the product's guide. Also
 * finds the files of inactive products. Throws 404.
 */
export const requireFile = (id: string): CatalogFile => {
  const product = findById(catalog, id);
  const sold = product ? { product, file: product.files[0] } : findFile(catalog, id);
  if (!sold) throw new Problem('product_not_found', 'This product doesn’t exist.');
  return sold;
};

/** The id to pass to `requireFile`. */
export const idOf = (sold: CatalogFile): string =>
  isGuide(sold) ? sold.product.id : sold.file.name;

export const editionNotFound = (): Problem =>
  new Problem('edition_not_found', 'This edition isn’t available anymore.');

const serializeUpload = ({ id, upload }: StoredEdition): Edition | null =>
  upload ? { id, ...upload } : null;

const serializeCurrent = (edition: StoredEdition): CurrentEdition => {
  const { size, sha256, since } = edition;
  const upload = serializeUpload(edition);
  const copies = catalog.stamp && (upload || edition.line) ? copiesNote(edition) : null;
  if (!upload) return { isSample: true, size, sha256, since: null, copies };
  return { isSample: false, ...upload, since, copies };
};

const serializeFile = async (sold: CatalogFile, buyers: number): Promise<GuideFiles> => {
  const { product, file } = sold;
  const [current, ...earlier] = (await readGuideRecord(file.name)).editions;
  return {
    id: idOf(sold),
    product: product.id,
    name: titleOf(sold),
    file_name: file.name,
    is_active: product.is_active,
    is_for_sale: isForSale(product),
    current: current ? serializeCurrent(current) : null,
    earlier: earlier.map(serializeUpload).filter((upload) => upload !== null),
    announcement: current?.upload ? await announcementOf(current.id) : null,
    buyers,
  };
};

export const listGuides = async (): Promise<GuideFilesResponse> => {
  const buyers = await countBuyers();
  const products = await Promise.all(
    catalog.products
      .flatMap(filesOf)
      .map((sold) => serializeFile(sold, buyers[sold.product.id] ?? 0)),
  );
  return { products, preview_to: sendsMail() ? previewRecipient() : null };
};

/** `id`: see `requireFile`. Throws 404. */
export const readGuide = async (id: string): Promise<GuideFiles> => {
  const sold = requireFile(id);
  const buyers = await countBuyers();
  return serializeFile(sold, buyers[sold.product.id] ?? 0);
};

/** Makes an earlier edition current again. Throws 404. */
export const restoreGuide = async (id: string, edition: string): Promise<GuideFiles> => {
  if (!(await restoreEdition(requireFile(id).file.name, edition))) throw editionNotFound();
  return readGuide(id);
};
