import * as z from 'zod/mini';
import type { Product } from '#contract/catalog.ts';
import type {
  AnnounceRequest,
  CurrentEdition,
  Edition,
  GuideFiles,
  GuideFilesResponse,
  PublishResponse,
  UploadQuery,
} from '#contract/guide-files.ts';
import { NOT_PDF, PART_BYTES, refuseFileName } from '#contract/guide-pdf.ts';
import { prepareCopy } from '../downloads/buyers-copy.ts';
import { streamBytes } from '../downloads/byte-stream.ts';
import { type StoredEdition, findCurrentEdition, readGuideRecord } from '../guides/guide-store.ts';
import { SPECIMEN_LINE } from '../guides/order-number-line.ts';
import { restoreEdition } from '../guides/editions.ts';
import { addUploadPart } from '../guides/upload-parts.ts';
import { publishUpload } from '../guides/publish-upload.ts';
import { mediaTypeOf, readBody } from '../http/body.ts';
import { contentDisposition } from '../http/content-disposition.ts';
import { Problem } from '../http/problem.ts';
import {
  announcementOf,
  beginAnnouncement,
  countBuyers,
  stopAnnouncement,
} from '../jobs/announce.ts';
import { previewFor, previewTo } from '../mail/edition.ts';
import { sendEmail } from '../mail/resend.ts';
import { getEnv } from '../platform/env.ts';
import { sendsMail } from '../platform/mail-policy.ts';
import { seal, unseal } from '../platform/seal.ts';
import { catalog, findById } from '../shop/catalog.ts';

/** The product with an id, on sale or not. Throws 404. */
const requireProduct = (id: string): Product => {
  const product = findById(catalog, id);
  if (!product) throw new Problem('product_not_found', 'There’s no such product.');
  return product;
};

const BARE = 'Copies go out without their order number:';

const REASONS: Readonly<Record<NonNullable<StoredEdition['bare']>, string>> = {
  signed: 'the PDF has a digital signature, which any line added to it would break.',
  too_large: 'with it the PDF would pass 18 MB.',
  changed:
    'it can’t be added to this PDF without changing the rest. Export the PDF again, with a different program if you have one.',
};

/** Whether an edition's copies carry their order's number, for the owner. */
export const copiesWords = ({ line, bare }: Pick<StoredEdition, 'line' | 'bare'>): string => {
  if (line) return 'Each copy has its order number at the bottom of every page.';
  const why = bare
    ? REASONS[bare]
    : 'this edition was published before the shop added it. Upload the PDF again.';
  return `${BARE} ${why}`;
};

/** An edition as the owner uploaded it; nothing for a sample. */
const uploadOf = ({ id, upload }: StoredEdition): Edition[] => (upload ? [{ id, ...upload }] : []);

const currentOf = (edition: StoredEdition): CurrentEdition => {
  const { size, sha256, since } = edition;
  const [upload] = uploadOf(edition);
  const copies = catalog.stamp && (upload || edition.line) ? copiesWords(edition) : null;
  if (!upload) return { isSample: true, size, sha256, since: null, copies };
  return { isSample: false, ...upload, since, copies };
};

const viewOf = async (product: Product, buyers: number): Promise<GuideFiles> => {
  const { id, name, file_name, is_active } = product;
  const [kept, ...earlier] = (await readGuideRecord(file_name)).editions;
  return {
    id,
    name,
    file_name,
    is_active,
    current: kept ? currentOf(kept) : null,
    earlier: earlier.flatMap(uploadOf),
    announcement: kept?.upload ? await announcementOf(kept.id) : null,
    buyers,
  };
};

export const listGuides = async (): Promise<GuideFilesResponse> => {
  const buyers = await countBuyers();
  const each = catalog.products.map((product) => viewOf(product, buyers[product.id] ?? 0));
  return { products: await Promise.all(each), preview_to: sendsMail() ? previewTo() : null };
};

const guideOf = async (id: string): Promise<GuideFiles> =>
  viewOf(requireProduct(id), (await countBuyers())[id] ?? 0);

const editionGone = (): Problem =>
  new Problem('edition_not_found', 'This edition isn’t available anymore.');

/** Makes an earlier edition current again. Throws 404. */
export const restore = async (id: string, edition: string): Promise<GuideFiles> => {
  if (!(await restoreEdition(requireProduct(id).file_name, edition))) throw editionGone();
  return guideOf(id);
};

/** A file as buyers get it, with a specimen of the order's line: the current one, or an edition. It opens in the browser. */
export const fileResponse = async (id: string, edition: string | null): Promise<Response> => {
  const { file_name: name } = requireProduct(id);
  const { editions } = await readGuideRecord(name);
  const chosen = edition === null ? editions[0] : editions.find((one) => one.id === edition);
  if (!chosen && edition !== null) throw editionGone();
  if (!chosen) throw new Problem('file_not_found', 'There’s no file for this product.');
  const file = prepareCopy(name, chosen, catalog.stamp ? SPECIMEN_LINE : null);
  const headers = {
    'cache-control': 'private, no-store',
    'content-disposition': contentDisposition(name, 'inline'),
    'content-length': String(file.size),
    'content-type': 'application/pdf',
  };
  return new Response(streamBytes(await file.readBytes()), { headers });
};

/** A part of a PDF is only bytes. */
const TYPES: ReadonlySet<string> = new Set(['application/pdf', 'application/octet-stream']);

/** Takes a PDF part by part, and publishes it with the last one. 204 for any other part. */
export const upload = async (
  request: Request,
  query: UploadQuery,
): Promise<PublishResponse | Response> => {
  const product = requireProduct(query.file);
  const { name = product.file_name } = query;
  const refusal = TYPES.has(mediaTypeOf(request)) ? refuseFileName(name) : NOT_PDF;
  if (refusal) throw new Problem(refusal.code, refusal.reason);
  const sent = new Uint8Array(await readBody(request, PART_BYTES));
  const bytes = await addUploadPart(query, sent);
  return bytes ? publishUpload(product, { name, bytes }) : new Response(null, { status: 204 });
};

/** Only previews contain these words. */
const previewSchema = z.object({ product: z.string(), edition: z.string(), changes: z.string() });
const PREVIEW = 'edition-preview';

const sendPreview = async (
  product: Product,
  edition: string,
  changes: string,
): Promise<{ preview: string }> => {
  const outcome = await sendEmail(previewFor({ product, changes }));
  if (outcome.is === 'refused') {
    throw new Problem('invalid_request', `The email service rejected it (${outcome.reason}).`);
  }
  if (outcome.is === 'postponed') {
    const words = `The email service didn’t accept it (${outcome.reason}). Please try again.`;
    throw new Problem('temporarily_unavailable', words);
  }
  const previewed = { product: product.id, edition, changes };
  return { preview: await seal(PREVIEW, previewed, getEnv().SIGNING_SECRET) };
};

/** Since when buyers get an edition, in Unix seconds. Throws 404 for any but the current one. */
const sinceOf = async ({ file_name: name }: Product, edition: string): Promise<number> => {
  const current = await findCurrentEdition(name);
  if (current?.id === edition) return Math.floor(Date.parse(current.since) / 1000);
  const words = 'Buyers get a different file by now. Please reload this page.';
  throw new Problem('edition_not_found', words);
};

/** Previews, begins or stops the announcement of a guide's current edition. */
export const announce = async (
  id: string,
  asked: AnnounceRequest,
): Promise<{ preview: string } | GuideFiles> => {
  const product = requireProduct(id);
  if (!sendsMail()) throw new Problem('mail_unavailable', 'The shop can’t send email yet.');
  if (asked.action === 'preview') {
    await sinceOf(product, asked.edition);
    return sendPreview(product, asked.edition, asked.changes.replace(/\s+/g, ' ').trim());
  }
  if (asked.action === 'stop') {
    await stopAnnouncement(asked.edition);
    return guideOf(id);
  }
  const secret = getEnv().SIGNING_SECRET;
  const previewed = await unseal(PREVIEW, previewSchema, asked.preview, secret);
  if (previewed?.product !== id)
    throw new Problem('invalid_request', 'preview: Not from this shop.');
  const { edition, changes } = previewed;
  const since = await sinceOf(product, edition);
  await beginAnnouncement({ edition, product: id, since, changes });
  return guideOf(id);
};
