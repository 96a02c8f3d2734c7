import type { Product } from '#contract/catalog.ts';
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
import { catalog, findById } from '../shop/catalog.ts';
import { copiesNote } from './copies-note.ts';

/** Throws 404. Products that are not for sale are found too. */
export const requireProduct = (id: string): Product => {
  const product = findById(catalog, id);
  if (!product) throw new Problem('product_not_found', 'There’s no such product.');
  return product;
};

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

const serializeGuide = async (product: Product, buyers: number): Promise<GuideFiles> => {
  const { id, name, file_name, is_active } = product;
  const [current, ...earlier] = (await readGuideRecord(file_name)).editions;
  return {
    id,
    name,
    file_name,
    is_active,
    current: current ? serializeCurrent(current) : null,
    earlier: earlier.map(serializeUpload).filter((upload) => upload !== null),
    announcement: current?.upload ? await announcementOf(current.id) : null,
    buyers,
  };
};

export const listGuides = async (): Promise<GuideFilesResponse> => {
  const buyers = await countBuyers();
  const products = await Promise.all(
    catalog.products.map((product) => serializeGuide(product, buyers[product.id] ?? 0)),
  );
  return { products, preview_to: sendsMail() ? previewRecipient() : null };
};

export const readGuide = async (id: string): Promise<GuideFiles> => {
  const product = requireProduct(id);
  const buyers = await countBuyers();
  return serializeGuide(product, buyers[id] ?? 0);
};

/** Makes an earlier edition current again. Throws 404. */
export const restoreGuide = async (id: string, edition: string): Promise<GuideFiles> => {
  if (!(await restoreEdition(requireProduct(id).file_name, edition))) throw editionNotFound();
  return readGuide(id);
};
